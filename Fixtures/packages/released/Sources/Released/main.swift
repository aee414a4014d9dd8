import RelayRuntime

// Prints data that the query's fragment reads from an answer: the release's compiler and runtime fit together.
let environment = RelayEnvironment(
  network: FetchNetwork { _ in NetworkPayload(json: #"{"data": {"book": {"id": "1", "title": "Emma", "author": "Jane Austen"}}}"#) })
let book = try await environment.fetch(BookQuery(id: "1")).book?.fragments.bookLine_book
print(book.map { "\($0.title), by \($0.author ?? "nobody")" } ?? "no book")
