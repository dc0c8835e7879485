package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.format.release.Freshness;
import bloomward.format.url.UrlExpressions;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/// Judges one URL after another. One thread.
public interface Judge extends AutoCloseable {

    /// Judges the URL in `length` bytes from `offset` on. All other answers are about the last one.
    Verdict judge(byte[] bytes, int offset, int length) throws IOException;

    /// Whether the URL has a canonical form.
    boolean hasCanonical();

    /// The parsed URL; use it only for its forms, and only if it [#hasCanonical].
    UrlExpressions url();

    /// Freshness of the lists behind the verdict; empty where it is not known.
    Optional<Freshness> freshness();

    /// Time taken.
    long elapsedMicros();

    /// The steps of the verdict, if they are recorded.
    List<CheckStep> steps();

    @Override
    void close() throws IOException;
}
