/// Names that GraphQL allows and that Swift, the runtime or the generated code itself uses for something.
enum NastyNames {
  /// Every keyword, attribute and contextual keyword.
  private static let keywords = """
    Any Protocol Self Type _ actor any as associatedtype associativity async await borrowing break case catch class consume consuming
    continue convenience copy default defer deinit didSet discard distributed do dynamic each else enum extension fallthrough false
    fileprivate final for func get guard if import in indirect infix init inout internal is isolated lazy left let macro mutating nil
    nonisolated nonmutating none of open operator optional override package postfix precedence precedencegroup prefix private protocol
    public read repeat required rethrows return right self sending set some static struct subscript super switch then throw throws true
    try typealias unowned unsafe var weak where while willSet yield
    """

  /// Members that generated types have, from generated code, the runtime's protocols or the standard library's; names of parameters and
  /// local values in generated code.
  private static let members = """
    allCases asFragment asOther commit count customMirror cursor data debugDescription definition description dropFirst edges element
    encode endIndex environment error fetchKey field fields filter first forEach formIndex fragmentPointer fragment_Data fragment_self
    fragments get hash hashValue id index indices isEmpty isMissingData isPlural iterator json key last loadNext makeIterator map metadata
    name newValue node nodeValue oldValue operation optimisticResponse other pageInfo parent partial placeholder plan position query rawValue
    refetch relayRuntime response result row scalars setNull shape startIndex success text typeCase typename underestimatedCount underscore
    unknown value values variables wrapper
    """

  /// Names with two underscores are reserved in a schema, but not for variables, fragments and operations.
  private static let doubleUnderscored = """
    __fields __fragments __id __input __json __link __operation __read __row __rows __shape __value __variables
    """

  /// Types of the standard library, of Foundation and of the runtime, types nested in generated ones, and modules.
  private static let types = """
    AllCases AnyHashable AnyObject Array ArrayLiteralElement Bool Character Codable CodingKeys Collection Data Date Decimal Decodable
    Decoder Dictionary Double Edge Element EmptyVariables Encodable Equatable Error F Field FieldErrors Float Foundation Fragment
    FragmentKey FragmentPointer Fragments Generated GraphQLEnum GraphQLFragment GraphQLQuery Hashable Hasher Identifiable Index Indices InputFields
    InputObject Int Int64 Iterator JSON KeyPath MainActor Mutation MutationOptions Mutator Never NodeValue Operation Optional
    PaginationFragment Parent PluralFragment Query Range RawValue RefetchQuery RefetchableFragment RelayRuntime Result Row RowShape RowValue SelectionSet Sendable Sequence Set
    StaticString String SubSequence Subscription Substring Swift Task TypeCase UInt8 URL UUID Unicode Variables Void Wrapper _Concurrency
    """

  /// Names that conflict with each other: by case, underscores, and combinations of a type and a field.
  private static let lookalikes = """
    A A_ A_a A_b AsA AsOther As_ B Data_Key Data_a Node Node_id NODE Other Self_ Type_ User User_ User_Key User_user User_user_Key _0 _A _Data _a
    _id _self a a1 aB a_ a_b ab as_ b b_c c data_Key description_ hashValue_ in_ node_ self_ type user userUser user_ user_user
    variables_ x
    """

  static let inSchema: [String] = words(keywords, members, types, lookalikes)
  static let inDocuments: [String] = inSchema + words(doubleUnderscored)
  static let ofMembers: [String] = words(members, doubleUnderscored)

  /// Each word once, in order.
  private static func words(_ texts: String...) -> [String] {
    var seen: Set<Substring> = []
    return texts.flatMap { $0.split { $0 == " " || $0 == "\n" } }.filter { seen.insert($0).inserted }.map(String.init)
  }
}
