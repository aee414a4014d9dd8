public import Foundation

/// A parsed JSON text: its bytes and their structure, from which values are read on demand.
struct JSONDocument: Sendable {
  let bytes: Data
  let tape: JSONTape

  /// Parses `bytes`; throws `JSONParseError` where they are not JSON.
  init(_ bytes: Data) throws(JSONParseError) {
    self.bytes = bytes
    do {
      self.tape = try bytes.withUnsafeBytes { text throws(JSONParseError) in try JSONTape(parsing: text) }
    } catch let error as JSONParseError {
      throw error
    } catch {
      throw JSONParseError(reason: .unexpectedEnd, offset: 0)
    }
  }

  /// Calls `body` with a cursor over the document; its root is at position 0.
  func withCursor<Result, Failure: Error>(_ body: (JSONCursor) throws(Failure) -> Result) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    bytes.withUnsafeBytes { text in
      tape.tokens.withUnsafeBufferPointer { tokens in
        do throws(Failure) {
          outcome = .success(try body(JSONCursor(text: text, tokens: tokens)))
        } catch {
          outcome = .failure(error)
        }
      }
    }
    switch outcome {
    case .success(let result): return result
    case .failure(let error): throw error
    case nil: preconditionFailure("withUnsafeBytes always calls its closure")
    }
  }

  /// The whole document as a value.
  var value: JSON { withCursor { $0.value(0) } }
}

extension JSON {
  /// Parses a JSON text.
  ///
  /// - Parameter data: the UTF-8 bytes of the text.
  /// - Throws: `JSONParseError` where the bytes are not JSON (RFC 8259), or nest deeper than 512 levels.
  public init(parsing data: Data) throws {
    self = try JSONDocument(data).value
  }

  /// Parses a JSON text.
  ///
  /// - Throws: `JSONParseError` where the text is not JSON (RFC 8259), or nests deeper than 512 levels.
  public init(parsing text: String) throws {
    self = try JSONDocument(Data(text.utf8)).value
  }
}
