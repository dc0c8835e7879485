/// Verification of every file of a publication, more closely than by an agent.
///
/// ```
/// first root -> Chain -> manifests -> Versions -> ListCheck, DeltaCheck, ConfirmCheck, ContentCheck -> Report
///                                   store, where there is one -> StoreCheck -> GatewayCheck ---------------^
/// ```
///
/// In: a data folder or an exported one. Out: a report that names each faulty file and the fault. Changes nothing.
///
/// May import: `compile`, `format`, `publish`, `publish.folder`, `safebrowsing`, `store`, `store.place`,
/// `format.confirm`, `format.delta`, `format.file`, `format.filter`, `format.io`, `format.key`, `format.release`,
/// `format.sign`, `format.url`, `format.wire`, `program.command`, `program.text`.
/// Called by: `cli.server`, `export`.
@NullMarked
package bloomward.server.verify;

import org.jspecify.annotations.NullMarked;
