package bloomward.agent.cli.check;

import bloomward.agent.check.CheckStep;
import bloomward.agent.check.Verdict;
import bloomward.format.release.Freshness;
import java.util.List;
import java.util.Optional;

/// The result of one check, with everything that a form may write of it. It holds until its judge judges the next URL
/// (see [CanonicalUrl.Read]).
///
/// @param canonical the URL as it was understood; empty if it could not be
/// @param freshness how far the verdict can be relied on; empty without a signed validity
/// @param elapsedMicros how long it took
/// @param steps how the verdict came about, if that is recorded
record CheckResult(Verdict verdict, Optional<CanonicalUrl> canonical, Optional<Freshness> freshness, long elapsedMicros,
        List<CheckStep> steps) {}
