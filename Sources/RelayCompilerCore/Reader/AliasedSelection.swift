/// An aliased fragment with the `@catch` around it, if any.
struct AliasedSelection {
  let aliased: ReaderAliasedFragment
  let catchTarget: CatchTarget?

  var alias: Name { aliased.alias }
  var fragment: ReaderInlineFragment { aliased.fragment }
}
