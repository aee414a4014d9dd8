import Foundation
import RelayRuntime
import Testing

extension EndToEnd {
  @MainActor
  struct PagingTests {
    private func titles(_ handle: PaginationHandle<Books_query>) -> [String] {
      (handle.data?.books ?? []).map(\.title)
    }

    /// A handle for the list, as soon as there is one.
    private func books(of query: QueryHandle<BooksQuery>) async throws -> PaginationHandle<Books_query> {
      try await eventually("the first page") { query.result.data != nil }
      return PaginationHandle(query.result.data?.fragments.books_query)
    }

    private func volumes(_ numbers: ClosedRange<Int>) -> [String] { numbers.map { "Volume \($0)" } }

    @Test func pagesForwardToTheEnd() async throws {
      let client = try await EndToEnd.client()
      let query = client.query(BooksQuery(first: 12))
      let books = try await self.books(of: query)
      try await eventually("the first page") { !(books.data?.books ?? []).isEmpty }
      #expect(titles(books) == volumes(1...12))
      #expect(books.hasNext && !books.hasPrevious)

      try await books.loadNext(12).value
      #expect(titles(books) == volumes(1...24))
      try await books.loadNext(12).value
      #expect(titles(books) == volumes(1...30))
      #expect(!books.hasNext)
    }

    @Test func pagesBothWaysFromTheMiddle() async throws {
      let client = try await EndToEnd.client()
      // The library's cursors count from 0, so this one is that of volume 10.
      let cursor = Data("arrayconnection:9".utf8).base64EncodedString()
      let query = client.query(BooksQuery(first: 5, after: cursor))
      let books = try await self.books(of: query)
      try await eventually("the page in the middle") { !(books.data?.books ?? []).isEmpty }
      #expect(titles(books) == volumes(11...15))
      #expect(books.hasNext && books.hasPrevious)

      try await books.loadPrevious(4).value
      #expect(titles(books) == volumes(7...15))
      try await books.loadNext(5).value
      #expect(titles(books) == volumes(7...20))
      // Both at once.
      let previous = books.loadPrevious(10)
      let next = books.loadNext(20)
      try await previous.value
      try await next.value
      #expect(titles(books) == volumes(1...30))
      #expect(!books.hasNext && !books.hasPrevious)
    }

    @Test func pagesBackwardFromTheEnd() async throws {
      let client = try await EndToEnd.client()
      let query = client.query(BooksQuery(last: 4))
      let books = try await self.books(of: query)
      try await eventually("the last page") { !(books.data?.books ?? []).isEmpty }
      #expect(titles(books) == volumes(27...30))
      try await books.loadPrevious(6).value
      #expect(titles(books) == volumes(21...30))
      #expect(books.hasPrevious && !books.hasNext)
    }

    @Test func refetchesFromTheFirstPage() async throws {
      let client = try await EndToEnd.client()
      let query = client.query(BooksQuery(first: 2))
      let books = try await self.books(of: query)
      try await eventually("the first page") { !(books.data?.books ?? []).isEmpty }
      try await books.loadNext(2).value
      #expect(titles(books) == volumes(1...4))
      var three = Generated.InputFields()
      three.set("first", 3)
      try await books.refetch(partial: three).value
      #expect(titles(books) == volumes(1...3))
      try await books.loadNext(1).value
      #expect(titles(books) == volumes(1...4))
    }
  }
}
