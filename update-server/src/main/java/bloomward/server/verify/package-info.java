/// Every file of a publication, checked as an agent that asked for everything would check it, and closer.
///
/// ```
/// first root -> Chain -> manifests -> Versions -> ListCheck, DeltaCheck, ConfirmCheck, ContentCheck -> Report
///                                   store, where there is one -> StoreCheck ------------------------------^
/// ```
///
/// In: a data folder or an exported one. Out: a report that names each file that is wrong and why. Changes nothing.
///
/// May import: `compile`, `format`, `publish`, `store`, `store.sqlite`, `format.confirm`, `format.delta`, `format.file`,
/// `format.filter`, `format.key`, `format.release`, `format.sign`, `format.wire`, `program.command`, `program.text`.
/// Called by: `cli.server`, `export`.
@NullMarked
package bloomward.server.verify;

import org.jspecify.annotations.NullMarked;
