package bloomward.benchmarks;

import bloomward.benchmarks.contender.Contenders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The options of the command line.
///
/// @param parts the benchmarks to run
/// @param quick few rounds and small sizes, as a functional test
/// @param data folder with the real lists; without it, benchmarks that need them are skipped
/// @param keys size of the large run
/// @param contenders names of the contenders to compare, by default all
/// @param urls number of URLs that browsers open
/// @param seed from which they are made
/// @param sample file for the URLs and the addresses that browsers request
record Options(List<String> parts, boolean quick, Optional<Path> data, long keys, List<String> contenders, int urls,
        long seed, Optional<Path> sample) {

    static final String USAGE = """
            usage: run [--quick] [--data DIR] [--keys N] [--only NAME]... [--urls N] [--seed N] [--sample FILE]
                       [lookup|large|url|reach|browsers|delta|apply|build|billion|jmh]...
              lookup   our filters and their peers side by side, a million keys
              large    the same with ten million
              url      whole URLs, canonicalised, expanded, hashed, asked (needs --data)
              reach    what entries reach, listed URLs respelt, what hostile URLs cost (needs --data)
              browsers what chromium and firefox-esr open, beside our expressions (--urls N, --seed N; --sample FILE keeps it)
              delta    sizes of deltas beside those of general tools (more with --data)
              apply    what applying a delta costs
              build    from text to file, step by step
              billion  a billion keys at 1 % in one flat file (--keys N: so many)
              jmh      the look-ups once more, by JMH
            Without a part: all. --data names the folder of real lists, --only compares Guava and those of this name only.""";

    private static final List<String> PARTS = List.of("lookup", "large", "url", "reach", "browsers", "delta", "apply",
            "build", "billion", "jmh");

    static Options parse(String[] args) {
        boolean quick = false;
        Optional<Path> data = Optional.empty();
        long keys = 1_000_000_000;
        int urls = 200_000;
        long seed = 1;
        Optional<Path> sample = Optional.empty();
        List<String> parts = new ArrayList<>();
        List<String> only = new ArrayList<>();
        for (Iterator<String> rest = List.of(args).iterator(); rest.hasNext();) {
            String argument = rest.next();
            switch (argument) {
                case "--quick" -> {
                    quick = true;
                    keys = Math.min(keys, 10_000_000);
                }
                case "--data" -> data = Optional.of(folder(value(argument, rest)));
                case "--keys" -> keys = Long.parseLong(value(argument, rest));
                case "--urls" -> urls = Integer.parseInt(value(argument, rest));
                case "--seed" -> seed = Long.parseLong(value(argument, rest));
                case "--sample" -> sample = Optional.of(Path.of(value(argument, rest)));
                case "--only" -> only.add(value(argument, rest));
                default -> {
                    if (!PARTS.contains(argument)) {
                        throw new IllegalArgumentException("unknown: " + argument);
                    }
                    parts.add(argument);
                }
            }
        }
        Set<String> wanted = Set.copyOf(only);
        List<String> contenders = Contenders.names()
                .stream()
                .filter(name -> only.isEmpty() || name.equals(Contenders.GUAVA) || wanted.contains(name))
                .toList();
        return new Options(parts.isEmpty() ? PARTS : List.copyOf(parts), quick, data, keys, contenders, urls, seed,
                sample);
    }

    private static String value(String option, Iterator<String> rest) {
        if (!rest.hasNext()) {
            throw new IllegalArgumentException(option + " needs a value");
        }
        return rest.next();
    }

    private static Path folder(String name) {
        Path folder = Path.of(name);
        if (!Files.isRegularFile(folder.resolve("benign-urls.txt.gz"))) {
            throw new IllegalArgumentException(folder + " contains no benign-urls.txt.gz");
        }
        return folder;
    }
}
