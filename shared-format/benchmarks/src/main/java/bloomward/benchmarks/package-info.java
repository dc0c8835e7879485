/// Benchmarks of the format library, beside comparable libraries where they exist. Not part of any program.
///
/// ```
/// Main -> LookupRun, BuildRun, UrlRun, DeltaRun, BillionRun     print tables
///              |
///             Jvm -> LookupWorker, UrlWorker, ...                measure, each in a fresh JVM, and print `name value`
/// ```
///
/// Times are CPU times of the measuring thread ([bloomward.benchmarks.Cpu]), because wall-clock time also depends on
/// other programs. [bloomward.benchmarks.LookupBenchmark] is the second source: the same contenders under JMH.
@NullMarked
package bloomward.benchmarks;

import org.jspecify.annotations.NullMarked;
