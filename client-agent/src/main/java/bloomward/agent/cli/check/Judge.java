package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.format.release.Freshness;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Judges one URL after another, whoever it asks. One thread.
public interface Judge extends AutoCloseable {

    /// Judges the URL in `length` bytes from `offset` on. All other answers are about the last one.
    Verdict judge(byte[] bytes, int offset, int length) throws IOException;

    /// Whether the URL has a canonical form.
    boolean hasCanonical();

    /// The URL, read; to be asked for its forms only, and only if it [#hasCanonical].
    UrlExpressions url();

    /// How far the verdict can be relied on; empty where nobody said.
    Optional<Freshness> freshness();

    /// How long it took.
    long elapsedMicros();

    /// How the verdict came about, if that is recorded.
    List<CheckStep> steps();

    @Override
    void close() throws IOException;
}
