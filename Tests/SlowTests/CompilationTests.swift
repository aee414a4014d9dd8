import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The Swift compiler's diagnostics for the golden files, and for code that misuses them.
@Suite("Diagnostics of the Swift compiler", .serialized)
struct CompilationTests {
  /// A module of the runtime, built once for all tests; function bodies are not needed to use it.
  static let runtime = Task<TemporaryFolder, any Error> {
    let folder = try TemporaryFolder("relay-runtime-module")
    let run = try await swiftc(
      ["-emit-module", "-wmo", "-module-name", "RelayRuntime", "-package-name", "relay_swift", "-emit-module-path"]
        + [folder.url.appending(path: "RelayRuntime.swiftmodule").path, "-Xfrontend", "-experimental-skip-non-inlinable-function-bodies"]
        + flags
        + files(in: "Sources/RelayRuntime"))
    guard run.status == 0 else { throw CompilerFailure(output: run.output) }
    return folder
  }

  struct CompilerFailure: Error { let output: String }

  static let flags =
    ["-swift-version", "6", "-strict-concurrency=complete"]
    + ["ExistentialAny", "InternalImportsByDefault", "MemberImportVisibility"].flatMap { ["-enable-upcoming-feature", $0] }

  static func files(in path: String) -> [String] { Repository.swiftFiles(in: path).map(\.path) }

  /// Runs the compiler. In the meantime, the thread is available for other tests.
  static func swiftc(_ arguments: [String]) async throws -> ProcessRun { try await ProcessRun.result(of: ["swiftc"] + arguments) }

  static func golden(_ name: String) -> [String] { files(in: "Fixtures/artifacts/\(name)/expected") }

  /// The golden files of a case, and the app's types that they require.
  static func module(_ name: String) -> [String] { files(in: "Fixtures/artifacts/\(name)") }

  /// The app's types that the golden files require.
  static let app = ["Color", "Providers"].map { Repository.url("Tests/GeneratedCodeTests/\($0).swift").path }

  static func typecheck(_ files: [String], _ options: [String] = []) async throws -> ProcessRun {
    let module = try await runtime.value.url
    return try await swiftc(["-typecheck", "-wmo", "-module-name", "App", "-I", module.path] + flags + options + files)
  }

  /// Type-checks each piece of code in a separate file, together with the golden files, and returns the diagnostics for
  /// each.
  func typecheck(
    code pieces: [String], beside files: [String] = golden("features") + app, options: [String] = []
  ) async throws -> [[String]] {
    let folder = try TemporaryFolder("relay-code")
    defer { withExtendedLifetime(folder) {} }
    let pieceFiles = pieces.indices.map { folder.url.appending(path: "piece\($0).swift").path }
    for (file, code) in zip(pieceFiles, pieces) { try Data(("import RelayRuntime\n" + code).utf8).write(to: URL(filePath: file)) }
    let output = try await Self.typecheck(files + pieceFiles, options).output
    let lines = output.split(separator: "\n").map(String.init)
    return pieceFiles.map { file in lines.filter { $0.hasPrefix(file) } }
  }

  @Test("Golden files compile without a warning", arguments: [[], ["-default-isolation", "MainActor"]])
  func goldenFilesCompileWithoutAWarning(_ options: [String]) async throws {
    for files in [Self.golden("names"), Self.golden("features") + Self.app] {
      let run = try await Self.typecheck(files, options)
      #expect(run.status == 0, "\(run.output)")
      #expect(run.output.isEmpty, "\(run.output)")
    }
  }

  /// All other cases, each as a separate module.
  @Test("Golden cases of directives compile without a warning")
  func goldenCasesOfDirectivesCompileWithoutAWarning() async throws {
    let folder = Repository.url("Fixtures/artifacts")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var compiled = 0
    for name in names where name != "names" && name != "features" {
      let files = Self.module(name)
      guard !files.isEmpty else { continue }
      let run = try await Self.typecheck(files)
      #expect(run.status == 0, "\(name)")
      #expect(run.output.isEmpty, "\(name): \(run.output)")
      compiled += 1
    }
    #expect(compiled >= 15)
  }

  /// A golden file, as a compiler of the next version would have written it.
  @Test("A file of another version does not compile, and says what to do")
  func aFileOfAnotherVersionDoesNotCompile() async throws {
    let next = "Generated.Version\(PlanCode.version + 1)"
    let folder = try TemporaryFolder("relay-version")
    defer { withExtendedLifetime(folder) {} }
    let golden = Repository.url("Fixtures/artifacts/arguments/expected/Documents.graphql.swift")
    let parts = try String(contentsOf: golden, encoding: .utf8).components(separatedBy: "Generated.Version\(PlanCode.version)")
    try #require(parts.count == 2)
    let file = folder.url.appending(path: golden.lastPathComponent)
    try Data(parts.joined(separator: next).utf8).write(to: file)
    let run = try await Self.typecheck([file.path])
    #expect(run.status != 0)
    let errors = run.output.split(separator: "\n").filter { $0.hasPrefix(file.path) && $0.contains(" error: ") }
    let expected = "'Version\(PlanCode.version + 1)' is not a member type of enum 'RelayRuntime.Generated'"
    #expect(errors.count == 1 && errors[0].contains(expected), "\(run.output)")
    #expect(run.output.contains("{}  // An error here: generate this file again."))
  }

  /// The header disables the formatter.
  @Test("Generated files pass the formatter's lint")
  func generatedFilesPassTheFormattersLint() async throws {
    let run = try await ProcessRun.result(of: ["swift", "format", "lint", "--strict"] + Self.golden("features") + Self.golden("names"))
    #expect(run.status == 0)
    #expect(run.output.isEmpty, "\(run.output.prefix(2_000))")
  }

  @Test("Correct use compiles, and misuse does not")
  func rightUseCompilesAndWrongUseDoesNot() async throws {
    let right = [
      "func f(_ data: CurrentUserToDoListQuery.Data) -> PaginationFragment<ToDoList_user>? { data.user?.asFragment() }",
      "func f(_ user: ToDoList_user.Data) -> [Fragment<ToDoItem_todo>] { (user.todos ?? []).map { $0.asFragment() } }",
      "func f(_ node: ToDoList_user.Data.TodoConnection_todos.TodoEdge_edges.Todo_node) -> ToDoItem_todo { ToDoItem_todo(key: node) }",
      "@MainActor func f(_ query: QueryHandle<CurrentUserToDoListQuery>) { _ = query.get(id: \"1\") }",
      "@MainActor func f(_ user: PaginationFragment<ToDoList_user>.WrappedValue) { user.refetch(count: 20) }",
    ]
    let unspread = "is unavailable: spread"
    let wrong = [
      // The user does not spread `ToDoItem_todo`.
      ("func f(_ data: CurrentUserToDoListQuery.Data) -> Fragment<ToDoItem_todo>? { data.user?.asFragment() }", unspread),
      ("func f(_ data: CurrentUserToDoListQuery.Data) -> ToDoItem_todo { ToDoItem_todo(key: data) }", unspread),
      // `text` belongs to the other fragment.
      ("func f(_ data: ToDoList_user.Data) -> [String] { (data.todos ?? []).map { $0.text } }", "has no member 'text'"),
      ("func f(_ data: HeroAndFriendsQuery.Data) -> Any { data.hero.appearsIn }", "has no member 'appearsIn'"),
      ("func f(_ data: HeroAndFriendsQuery.Data) -> String { data.hero.primaryFunction }", "has no member 'primaryFunction'"),
      // A plain fragment has no pagination.
      ("func f(_ todo: PaginationFragment<ToDoItem_todo>) {}", "GraphQLPaginationFragment"),
      ("func f() -> CurrentUserToDoListQuery { CurrentUserToDoListQuery() }", "missing argument"),
      // The server would refuse null.
      ("func f(_ input: inout AddTodoInput) { input.setNull(.text) }", "'text' cannot be null: it is String!"),
      ("func f(_ input: inout AddTodoInput) { input.setNull(.priority) }", "'priority' cannot be null: it is Int!"),
      ("let attach = AttachMutation(file: \"picture.png\")", "GraphQLUpload"),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0))
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
    }
  }

  /// `fragmentAccessors` is off for this module: a view passes fragments on and does not read them.
  @Test("Without accessors of fragments, a parent does not read a child's fields", arguments: [[], ["-default-isolation", "MainActor"]])
  func withoutAccessorsAParentDoesNotReadAChildsFields(_ options: [String]) async throws {
    let book = "StrictQuery.Data.Book_shelf"
    let right = [
      "func f(_ book: \(book)) -> Fragment<Strict_book> { book.asFragment() }",
      "func f(_ book: Strict_book.Data) -> Fragment<Strict_title> { book.asFragment() }",
      "func f(_ books: [Strict_book.Data]) -> PluralFragment<Strict_title> { books.asFragment() }",
      "@MainActor func f(_ book: \(book)) -> FragmentHandle<Strict_book> { FragmentHandle(Strict_book(key: book)) }",
      // Without a mask, and for an updater.
      "func pages(_ book: \(book)) -> Int { book.fragments.strict_inline.pages }",
      "func f(_ book: \(book)) -> Strict_updatable { book.fragments.strict_updatable }",
    ]
    let wrong = [
      ("func f(_ book: \(book)) -> Int { book.fragments.strict_book.pages }", "has no member 'strict_book'"),
      ("func f(_ book: \(book)) -> Strict_book { book.fragments.strict_book }", "has no member 'strict_book'"),
      ("func f(_ book: Strict_book.Data) -> String? { book.fragments.strict_title.title }", "has no member 'strict_title'"),
      ("func f(_ book: Strict_book) -> String? { book.fragments.strict_title.title }", "has no member 'strict_title'"),
      ("func f(_ book: \(book)) -> Int { book.pages }", "has no member 'pages'"),
      ("func f(_ book: \(book)) -> Int { book.fragment_Strict_book.pages }", "has no member 'pages'"),
      ("@MainActor func f(_ book: \(book)) -> Int { (book.asFragment() as Fragment<Strict_book>).pages }", "has no member 'pages'"),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), beside: Self.golden("no-fragment-accessors"), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
    }
    // By default it does.
    let code = "func f(_ book: ArgumentsQuery.Data.Book_shelf) -> String? { book.fragments.arguments_book.title }"
    #expect(try await typecheck(code: [code], beside: Self.golden("arguments")) == [[]])
  }

  @Test("A fragment that an object may not have is optional", arguments: [[], ["-default-isolation", "MainActor"]])
  func aFragmentThatAnObjectMayNotHaveIsOptional(_ options: [String]) async throws {
    let (user, hero) = ("StatisticsQuery.Data.User_user", "StatisticsQuery.Data.Character_hero")
    let right = [
      "func f(_ user: \(user)) -> Int? { user.fragments.statistics_user?.todos?.totalCount }",
      "func f(_ user: \(user)) -> Fragment<Statistics_user> { user.asFragment() }",
      "@MainActor func f(_ user: \(user)) -> FragmentHandle<Statistics_user> { FragmentHandle(Statistics_user(key: user)) }",
      "func f(_ hero: \(hero)) -> PluralFragment<Statistics_droids> { hero.friends.asFragment() }",
      "func f(_ hero: \(hero)) -> String? { hero.asDroid?.fragments.statistics_droid.name }",
      "func g(_ hero: \(hero)) -> String? { hero.fragments.statistics_card?.name }",
      "func f(_ list: Statistics_list.Data) -> String { list.name + (list.fragments.statistics_user?.__id ?? \"\") }",
    ]
    let wrong = [
      ("func f(_ user: \(user)) -> Any { user.fragments.statistics_user.todos }", "must be unwrapped"),
      ("func f(_ user: \(user)) -> Statistics_user { user.fragments.statistics_user }", "must be unwrapped"),
      ("func f(_ user: \(user)) -> any Statistics_user_Key { user }", "does not conform to"),
      ("func f(_ hero: \(hero)) -> String { hero.fragments.statistics_droid.name }", "must be unwrapped"),
      ("func f(_ hero: \(hero)) -> String { hero.fragments.statistics_card.name }", "must be unwrapped"),
      ("func f(_ list: Statistics_list.Data) -> Any { list.fragments.statistics_user.todos }", "must be unwrapped"),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
    }
  }

  /// Each misuse is an error at its line.
  @Test("A payload has exactly the members of a response", arguments: [[], ["-default-isolation", "MainActor"]])
  func aPayloadHasTheMembersOfAResponse(_ options: [String]) async throws {
    let right = [
      "let p1 = RenameMutation.Payload(rename: .init(note: .init(text: \"\", id: \"1\")))",
      "let p2 = SubjectsQuery.Payload(subjects: [.user(role: .admin, id: \"1\"), .other(__typename: \"Cloud\"), nil])",
      "func f() throws { let e = RelayEnvironment.preview(PreviewPayload(PingMutation(), PingMutation.Payload(ping: nil))); _ = e }",
    ]
    let wrong = [
      ("let p3 = RenameMutation.Payload(rename: .init(note: .init(\n  txt: \"\", id: \"1\")))", 2, "txt"),
      ("let p4 = RenameMutation.Payload(rename: .init(\n  note: .init(id: \"1\")))", 3, "missing argument for parameter 'text'"),
      ("let p5 = RenameMutation.Payload(rename: .init(\n  note: nil))", 3, "'nil' is not compatible"),
      ("let p6 = RenameMutation.Payload(rename: .init(note: .init(\n  text: 1, id: \"1\")))", 3, "'Int'"),
      ("let p7 = SubjectsQuery.Payload(subjects: [\n  .tram(id: \"1\")])", 3, "has no member 'tram'"),
      ("let p8 = SubjectsQuery.Payload(subjects: [\n  .user(role: .owner, id: \"1\")])", 3, "has no member 'owner'"),
      ("let p9 = SubjectsQuery.Payload(subjects: [\n  .robot(role: .admin, id: \"1\")])", 3, "model"),
      // Nobody has chosen the type of an interface's object.
      ("let p10 = ThingsQuery.Payload(\n  things: [], first: .init(id: \"9\"))", 3, "missing argument for parameter '__typename'"),
      ("let p11 = ThingsQuery.Payload(things: [\n  .tagged(name: \"\", tags: [], id: \"2\")])", 3, "parameter '__typename'"),
      ("let p12 = PayloadTags_tagged.Payload(\n  tags: [])", 3, "missing argument for parameter '__typename'"),
      // The payload of another operation.
      ("func f(_ m: MockEnvironment) throws {\n  m.resolve(PingMutation(), data: SubjectsQuery.Payload())\n}", 3, "resolve"),
      (
        "@MainActor func f(_ m: Mutation<RenameMutation>.Mutator) {\n  m.commit(id: \"\", name: \"\", optimisticResponse: PingMutation.Payload())\n}",
        3, "PingMutation"
      ),
      ("let d = SubjectsQuery.Data(\n  PingMutation.Payload())", 2, "PingMutation"),
      ("func f(_ p: inout PingMutation.Payload) {\n  p.pong = true\n}", 3, "has no member 'pong'"),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), beside: Self.golden("payloads"), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, line, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(".swift:\(line):") && $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
    }
  }

  /// In Swift 5 mode, an unlabeled closure is matched from the last parameter on, in Swift 6 mode from the first.
  @Test("A trailing closure of a commit means the updater", arguments: [["-swift-version", "5"], ["-swift-version", "6"]])
  func aTrailingClosureIsTheUpdater(_ options: [String]) async throws {
    let parameters = "_ e: RelayEnvironment, _ h: MutationHandle<RenameMutation>, _ m: RenameMutation, _ p: RenameMutation.Payload"
    func begin(_ name: String) -> String { "@MainActor func \(name)(\(parameters)) async throws { " }
    let calls = [
      "try await e.commit(m", "try await e.response(to: m", "h.commit(m", "h.commit(id: \"\", name: \"\"",
      "h.commit(variables: m.variables",
    ]
    let responses = ["", ", optimisticResponse: p", ", optimisticResponse: [:]", ", optimisticResponse: nil"]
    let others = ["", ", options: MutationOptions(optimisticUpdater: { _ in })"]
    // Variables are for code without the operation's type, and so without its payload.
    let shapes = calls.flatMap { call in responses.flatMap { response in others.map { "\(call)\(response)\($0))" } } }
      .filter { !$0.contains("variables, optimisticResponse: p") }
    // What would be another parameter's closure is an error beside a labeled one.
    let pieces =
      shapes.enumerated().map { begin("right\($0)") + $1 + " { $0[\"1\"]?[\"name\"] = \"\" } }" }
      + shapes.enumerated().map { begin("wrong\($0)") + $1 + " { _ in } updater: { _ in } }" }
    let said = try await typecheck(code: pieces, beside: Self.golden("payloads"), options: options)
    for (code, lines) in zip(pieces, said).prefix(shapes.count) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for (code, lines) in zip(pieces, said).dropFirst(shapes.count) {
      #expect(lines.contains { $0.contains(" error: ") }, "\(code)\n\(lines)")
    }
  }

  @Test("A trailing closure of a subscription means the updater", arguments: [["-swift-version", "5"], ["-swift-version", "6"]])
  func aTrailingClosureOfASubscriptionIsTheUpdater(_ options: [String]) async throws {
    let parameters = "_ e: RelayEnvironment, _ s: TodoChangedSubscription"
    func function(_ body: String) -> String { "@MainActor private func f(\(parameters)) { _ = \(body) }" }
    let subscriptions = [
      ("e.subscribe(s)", "onConnectionChange"), ("SubscriptionHandle<TodoChangedSubscription>()", "onNext"),
      ("Subscription<TodoChangedSubscription>(environment: e)", "onNext"), ("Subscription(TodoChangedSubscription.self)", "onNext"),
    ]
    let right = subscriptions.flatMap { call, other in
      ["\(call) { _ in }", "\(call) { $0[\"1\"]?[\"name\"] = \"\" }", "\(call) { _ in } \(other): { _ in }"]
    }
    let wrong = subscriptions.map { call, _ in "\(call) { _ in } updater: { _ in }" }
    let said = try await typecheck(code: (right + wrong).map(function), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for (code, lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") }, "\(code)\n\(lines)")
    }
  }

  /// What an updater can and cannot write; also with the main actor as default isolation, where updaters do not run.
  @Test("Updaters are type-safe", arguments: [[], ["-default-isolation", "MainActor"]])
  func updatersAreTypesafe(_ options: [String]) async throws {
    let right = [
      """
      func f(_ environment: RelayEnvironment, _ todo: TodoEdit_todo, _ user: DeskQuery.Data.User_viewer) throws {
        try environment.commitLocalUpdate { store in
          guard let todo = store.readUpdatableFragment(todo) else { return }
          todo.text = todo.text + "!"
          todo.due = nil
          todo.assignee?.name = "Ada"
          todo.setAssignee(user.asAssignable())
          todo.setAssignee(nil)
        }
      }
      """,
      """
      func f(_ environment: RelayEnvironment) -> RelayDisposable {
        environment.applyOptimistic { store in
          let data = store.readUpdatableQuery(WorkspaceQuery(id: "1"))
          switch data.viewer?.favorite?.typeCase {
          case .droid(let droid): droid.name = "R2-D2"
          case .human(let human): data.viewer?.setFavorites([.assignable_human(human.asAssignable()), nil])
          case .other, nil: data.viewer?.setFavorite(nil)
          }
          data.setNode(nil)
        }
      }
      """,
    ]
    let viewer = "func f(_ viewer: WorkspaceQuery.Data.User_viewer, _ user: Assignable_user)"
    let wrong = [
      // Views cannot show updatable fragments, and updatable queries cannot be fetched.
      ("func f(_ todo: Fragment<TodoEdit_todo>) {}", "GraphQLFragment"),
      ("func f(_ data: DeskQuery.Data.Node_todo.AsTodo) -> Any { data.asFragment() as Fragment<TodoEdit_todo> }", "GraphQLFragment"),
      ("func f(_ todo: TodoEdit_todo) -> String { todo.text }", "has no member 'text'"),
      ("func f(_ query: Query<WorkspaceQuery>) {}", "GraphQLQuery"),
      ("func f(_ environment: RelayEnvironment) { _ = environment.retain(WorkspaceQuery(id: \"1\")) }", "GraphQLOperation"),
      ("func f(_ store: RecordSourceProxy, _ todo: ToDoItem_todo) { _ = store.readUpdatableFragment(todo) }", "GraphQLUpdatableFragment"),
      // Identities cannot change, values have the field's type, and objects the types named in the document.
      ("func f(_ todo: TodoEdit_todo.Data) { todo.id = \"2\" }", "get-only"),
      ("func f(_ todo: TodoEdit_todo.Data) { todo.__typename = \"User\" }", "get-only"),
      ("func f(_ todo: TodoEdit_todo.Data) { todo.text = nil }", "'nil' cannot be assigned"),
      ("\(viewer) { viewer.theme = \"JEDI\" }", "cannot assign value of type 'String'"),
      ("\(viewer) { viewer.bestFriend = nil }", "get-only"),
      ("\(viewer) { viewer.setPinned(user) }", "cannot convert value of type 'Assignable_user'"),
      ("\(viewer) { viewer.setPreferences(user) }", "cannot convert value of type 'Assignable_user'"),
      ("\(viewer) { viewer.setRelated(nil) }", "'nil' is not compatible"),
      ("\(viewer) { viewer.favorite?.name = \"R2-D2\" }", "has no member 'name'"),
      ("func f(_ todo: TodoEdit_todo.Data) -> any Sendable { todo }", "Sendable"),
    ]
    let said = try await typecheck(code: right + wrong.map(\.0), options: options)
    for (code, lines) in zip(right, said) { #expect(lines.isEmpty, "\(code)\n\(lines)") }
    for ((code, expected), lines) in zip(wrong, said.dropFirst(right.count)) {
      #expect(lines.contains { $0.contains(" error: ") && $0.contains(expected) }, "\(code)\n\(lines)")
    }
  }

  /// A provided variable has the argument's type, and the app must declare its provider.
  @Test("Providers are typed and must exist", arguments: [[], ["-default-isolation", "MainActor"]])
  func providersAreTypedAndMustBeThere(_ options: [String]) async throws {
    let folder = try TemporaryFolder("relay-providers")
    defer { withExtendedLifetime(folder) {} }
    let file = folder.url.appending(path: "Providers.swift")
    func said(_ isLarge: String) async throws -> [String] {
      let width = "enum CoverWidth: VariableProvider { static func get() -> Int { 1 } }"
      try Data("import RelayRuntime\n\(width)\n\(isLarge)\n".utf8).write(to: file)
      let output = try await Self.typecheck(Self.golden("provided-variables") + [file.path], options).output
      return output.split(separator: "\n").map(String.init).filter { $0.contains(" error: ") || $0.contains(" warning: ") }
    }
    #expect(try await said("enum IsLarge: VariableProvider { static func get() -> Bool { true } }") == [])
    for (wrong, expected) in [
      ("", "cannot find 'IsLarge' in scope"),
      ("enum IsLarge { static func get() -> Bool { true } }", "conform to 'VariableProvider'"),
      ("enum IsLarge: VariableProvider { static func get() -> Bool? { true } }", "requires the types 'Bool' and 'Bool?' be equivalent"),
      ("enum IsLarge: VariableProvider { static func get() -> Int { 1 } }", "requires the types 'Bool' and 'Int' be equivalent"),
    ] {
      let lines = try await said(wrong)
      #expect(lines.contains { $0.contains(expected) && $0.contains("Documents.graphql.swift") }, "\(wrong)\n\(lines)")
    }
  }

  @Test("Deprecated fields warn, and switches must be exhaustive")
  func deprecatedFieldsWarnAndSwitchesMustBeExhaustive() async throws {
    let said = try await typecheck(code: [
      "func f(_ data: ListsQuery.Data) -> String? { data.hero.big?.oldName }",
      "func f(_ episode: ProductFilter) -> Int { switch episode.episode { case .empire: 1; case .jedi: 2; case nil: 3 } }",
    ])
    #expect(said[0].contains { $0.contains(#"'oldName' is deprecated: Use "name"."#) }, "\(said)")
    #expect(said[1].contains { $0.contains("must be exhaustive") }, "\(said)")
  }
}
