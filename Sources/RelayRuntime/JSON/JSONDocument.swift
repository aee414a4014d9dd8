public import Foundation

/// A parsed JSON text: its bytes and their structure, from which values are read on demand.
struct JSONDocument: Sendable {
  let bytes: Data
  let tape: JSONTape

  /// Parses `bytes`; throws `JSONParseError` if they are not JSON.
  init(_ bytes: Data, maximumDepth: Int = JSONTape.maximumDepth, boundsNames: Bool = true) throws(JSONParseError) {
    self.bytes = bytes
    do {
      // The tape has offsets, no addresses.
      tape = unsafe try bytes.withUnsafeBytes { text throws(JSONParseError) in
        unsafe try JSONTape(parsing: text, maximumDepth: maximumDepth, boundsNames: boundsNames)
      }
    } catch let error as JSONParseError {
      throw error
    } catch {
      throw JSONParseError(reason: .unexpectedEnd, offset: 0)
    }
  }

  /// Makes a document from a value, for APIs that read documents.
  ///
  /// - Throws: `JSONParseError` if the value nests too deep or its text is too long.
  init(_ value: JSON) throws(JSONParseError) { try self.init(value.data) }

  /// Calls `body` with a cursor over the document; its root is at position 0. The cursor is valid during the call.
  func withCursor<Result, Failure: Error>(_ body: (JSONCursor) throws(Failure) -> Result) throws(Failure) -> Result {
    var outcome: Swift.Result<Result, Failure>?
    // The document keeps both, which belong together, and `body` returns before they could go.
    unsafe bytes.withUnsafeBytes { text in
      unsafe tape.tokens.withUnsafeBufferPointer { tokens in
        do throws(Failure) {
          outcome = unsafe .success(try body(JSONCursor(text: text, tokens: tokens)))
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
  /// Where RFC 8259 leaves the behavior open, this parser, like that for responses, does the following. If an object has several members
  /// with one name, the last one wins (section 4); a name with more than 30 combining marks in a row is refused. An integer that does not fit `Int` becomes a double, and a number beyond the range of
  /// doubles becomes infinite (section 6). An escape for half of a surrogate pair without the other half becomes U+FFFD (section 8.2).
  ///
  /// - Parameter data: the UTF-8 bytes of the text, with or without a byte order mark.
  /// - Throws: `JSONParseError` if the bytes are not JSON (RFC 8259) or not UTF-8, nest deeper than 512 levels, or exceed 256 MB.
  public init(parsing data: Data) throws {
    self = try JSONDocument(data).value
  }

  /// Parses a JSON text; see ``init(parsing:)-(Data)``.
  ///
  /// - Throws: `JSONParseError` if the text is not JSON (RFC 8259), nests deeper than 512 levels, or exceeds 256 MB.
  public init(parsing text: String) throws {
    self = try JSONDocument(Data(text.utf8)).value
  }

  /// Parses a text that encloses values which were parsed from other texts, so that it may nest a few levels deeper than they.
  package init(parsingEnclosed data: Data) throws {
    self = try JSONDocument(data, maximumDepth: JSONTape.maximumDepth + 16).value
  }
}
