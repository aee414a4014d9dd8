import Foundation
import TestSupport
import Testing

/// What the Swift compiler says of code that uses what the schema deprecates, and of names with acronyms.
extension CompilationTests {
  @Test("Only what is deprecated in the schema warns", arguments: [[], ["-default-isolation", "MainActor"]])
  func onlyWhatIsDeprecatedWarns(_ options: [String]) async throws {
    let mutator = "_ m: Mutation<OrderMutation>.Mutator"
    let right = [
      "let q = BooksQuery(first: 1)", "let q1 = BooksQuery()", "let q2 = LimitQuery()", "let q3 = TitlesQuery(name: \"a\")",
      "let v = BooksQuery.Variables(first: 1, by: .isbn(\"1\"))", "let f = BookFilter()", "let f1 = BookFilter(title: \"a\")",
      "let o = OrderInput(book: \"1\")", "let b: BookBy = .isbn(\"1\")",
      "func u1(_ by: BookBy) -> String { switch by { case .isbn(let isbn): isbn; default: by.description } }",
      "@MainActor func u2(_ q: QueryHandle<BooksQuery>) { _ = (q.get(first: 1), q.get(), q.get(fetchKey: 1)) }",
      "@MainActor func u3(_ q: QueryHandle<LimitQuery>) { _ = q.get() }",
      "@MainActor func u4(_ s: SubscriptionHandle<OrderedSubscription>) { _ = s.get() }",
      "@MainActor func u5(\(mutator)) { m.commit(input: .init(book: \"1\")) }",
      "@MainActor func u6(\(mutator)) { m.commit(input: .init(book: \"1\"), optimisticResponse: nil) }",
      "@MainActor func u7(\(mutator)) { m.commit(input: .init(book: \"1\"), optimisticResponse: [\"order\": nil]) }",
      "@MainActor func u8(\(mutator)) { m.commit(input: .init(book: \"1\"), optimisticResponse: OrderMutation.Payload(order: nil)) }",
      "func u9(_ filter: inout BookFilter) { filter.setNull(.title) }",
    ]
    let deprecated = [
      ("let q4 = BooksQuery(limit: 1)", "'limit': Use first."), ("let q5 = BooksQuery(first: 1, format: .paper)", "'format': No longer"),
      ("let v1 = BooksQuery.Variables(width: 1)", "'width': Use size."), ("let q6 = LimitQuery(limit: 1)", "'limit': Use first."),
      ("func u10(_ v: BooksQuery.Variables) -> Int? { v.limit }", "'limit' is deprecated: Use first."),
      ("func u11(_ v: TitlesQuery.Variables) -> String { v.name }", "'name' is deprecated: Use title."),
      ("let f2 = BookFilter(name: \"a\")", "'name': Use title."),
      ("func u12(_ f: BookFilter) -> String? { f.name }", "'name' is deprecated: Use title."),
      ("func u13(_ f: inout BookFilter) { f.setNull(.name) }", "'name' is deprecated: Use title."),
      ("let o1 = OrderInput(book: \"1\", note: \"a\")", "'note': Nobody reads \"it\"."),
      ("let b1: BookBy = .isbn10(\"1\")", "'isbn10' is deprecated: Use isbn."),
      ("@MainActor func u14(_ q: QueryHandle<BooksQuery>) { _ = q.get(limit: 1) }", "'limit': Use first."),
      ("@MainActor func u15(_ q: QueryHandle<LimitQuery>) { _ = q.get(limit: 1) }", "'limit': Use first."),
      ("@MainActor func u16(_ s: SubscriptionHandle<OrderedSubscription>) { _ = s.get(shop: \"1\") }", "'shop': There is one shop."),
      ("@MainActor func u17(\(mutator)) { m.commit(input: .init(book: \"1\"), note: \"\") }", "'note': Use input.note."),
      ("@MainActor func u18(\(mutator)) { m.commit(input: .init(book: \"1\"), note: \"\", optimisticResponse: nil) }", "'note': Use input"),
      (
        "@MainActor func u19(\(mutator)) { m.commit(input: .init(book: \"1\"), note: \"\", optimisticResponse: OrderMutation.Payload()) }",
        "'note': Use input.note."
      ),
    ]
    let said = try await typecheck(code: right + deprecated.map(\.0), beside: Self.golden("deprecated"), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(deprecated, said.dropFirst(right.count)) {
      #expect(lines.count == 1 && lines[0].contains(" warning: ") && lines[0].contains(expected), "\(code)\n\(lines)")
    }
  }

  @Test("Acronyms are in the names of properties, parameters and cases")
  func acronymsAreInNames() async throws {
    let right = [
      "let q = ImageQuery(imageID: \"1\", filter: ImageFilter(ownerID: \"2\", urlIDs: []), by: .siteURL(\"x\"))",
      "func u20(_ d: ImageQuery.Data) -> String? { d.image?.thumbnailURL ?? d.image?.parentURL?.parentID }",
      "let kinds: [ImageKind] = [.avatarURL, .url, .byID, .OWNER_IDS, .ownerIDs]",
      "func u21(_ i: ImageUpdateQuery.Data.Image_image) { i.avatarURL = nil; i.setParentURL(nil) }",
      "@MainActor func u22(_ i: RefetchableFragment<Image_avatarUrl>.WrappedValue) { i.refetch(withURL: false) }",
      "let p = ImageQuery.Payload(image: .init(id: \"1\", url: \"\", avatarURL: \"\", ownerIDs: [], parentURL: .init(id: \"2\")), images: [])",
      "func u23(_ i: inout ImageFilter) { i.setNull(.parentUrl); i.setNull(.parentURL) }",
    ]
    let wrong = [
      ("let q1 = ImageQuery(imageId: \"1\")", "imageID"),
      ("func u24(_ d: ImageQuery.Data) -> String? { d.image?.avatarUrl }", "has no member 'avatarUrl'"),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), beside: Self.golden("acronyms"))
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
    }
  }
}
