/// Whether a query may show data of which a part is still missing.
///
/// ```swift
/// struct WholeHome: View {
///   // Shows nothing until all data is there, also that of the fragments.
///   @Query<HomeQuery>(renderPolicy: .full) var query
///
///   var body: some View { Text(query.get(id: "me").data?.user?.name ?? "…") }
/// }
/// ```
///
/// See <doc:Queries>.
public enum RenderPolicy: Sendable, Hashable {
  /// Show the available data while the rest is fetched; fragments with missing data wait on their own. The default. A query is loading as
  /// long as the store knows none of its fields.
  case partial
  /// Wait until all of the query's data is there.
  case full
}
