/// An element waiting to be read, with the receipts of its bytes.
struct MeteredElement<Element: Sendable>: Sendable {
  let element: Element
  let receipts: [ReceivedBytes.Receipt]
}

extension AsyncThrowingStream where Element: Sendable, Failure == any Error {
  /// The elements of `source`. The bytes of each element count until it is read; ending the iteration also ends that of `source`.
  ///
  /// If the iterating task is cancelled, the stream ends without an error, whatever happens to `source` at the same time.
  static func elements(of source: AsyncThrowingStream<MeteredElement<Element>, any Error>) -> AsyncThrowingStream<Element, any Error> {
    AsyncThrowingStream {
      // All iterators of a stream share one position.
      var iterator = source.makeAsyncIterator()
      do {
        return try await iterator.next()?.element
      } catch {
        if Task.isCancelled { return nil }
        throw error
      }
    }
  }
}
