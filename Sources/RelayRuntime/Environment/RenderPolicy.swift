/// Whether a query may show data of which a part is still missing.
public enum RenderPolicy: Sendable, Hashable {
  /// Show what there is while the rest is fetched; fragments whose data is missing wait by themselves. The default. A query of which the
  /// store knows no field at all is loading.
  case partial
  /// Wait until all of the query's data is there.
  case full
}
