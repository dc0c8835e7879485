package bloomward.benchmarks;

import bloomward.benchmarks.contender.Contender;
import bloomward.benchmarks.contender.Contenders;
import java.io.IOException;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/// The same look-ups with JMH, which measures wall-clock time and so needs an idle machine.
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class LookupBenchmark {

    private static final int SLICE = 8192;
    private static final int POOL = 1_000_000 / SLICE * SLICE;
    private static final long STRANGERS = 1L << 40;

    @Param(Contenders.GUAVA)
    public String contender = Contenders.GUAVA;

    @Param("1000000")
    public int count;

    private Contender filter = Contenders.none();
    private byte[][] members = new byte[0][];
    private byte[][] strangers = new byte[0][];
    private int memberSlice;
    private int strangerSlice;

    @Setup
    public void build() throws IOException {
        filter = Contenders.named(contender).build(Keys.urls(0, 1, count));
        members = Keys.urls(0, Math.max(1, count / POOL), POOL);
        strangers = Keys.urls(STRANGERS, 1, POOL);
    }

    @Benchmark
    @OperationsPerInvocation(SLICE)
    public int negative() {
        strangerSlice = (strangerSlice + SLICE) % POOL;
        return filter.hits(strangers, strangerSlice, strangerSlice + SLICE);
    }

    @Benchmark
    @OperationsPerInvocation(SLICE)
    public int positive() {
        memberSlice = (memberSlice + SLICE) % POOL;
        return filter.hits(members, memberSlice, memberSlice + SLICE);
    }

    static void run(Options options) throws RunnerException {
        OptionsBuilder jmh = new OptionsBuilder();
        jmh.include(LookupBenchmark.class.getSimpleName())
                .jvmArgs("-XX:+UseSerialGC", "-Xmx6g")
                .param("contender", options.contenders().toArray(String[]::new))
                .param("count", "1000000")
                .addProfiler(GCProfiler.class)
                .verbosity(VerboseMode.SILENT)
                .warmupIterations(3)
                .warmupTime(TimeValue.seconds(1))
                .measurementTime(TimeValue.seconds(1))
                .forks(options.quick() ? 1 : 2)
                .measurementIterations(options.quick() ? 1 : 3);
        Collection<RunResult> results = new Runner(jmh.build()).run();
        Table table = new Table("filter", "look-up", "ns", "error", "B/look-up");
        for (RunResult result : results) {
            table.row(result.getParams().getParam("contender"), result.getPrimaryResult().getLabel(),
                    result.getPrimaryResult().getScore(), result.getPrimaryResult().getScoreError(),
                    Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm")).getScore());
        }
        table.print("1,000,000 keys, JMH 1.37, time on the clock");
    }
}
