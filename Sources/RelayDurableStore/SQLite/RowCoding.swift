import RelaySQLite

/// The bodies of rows: sealed if there is a cipher, and followed by a checksum over all that the row says.
///
/// SQLite's pages have no checksums: of the bits that can flip in a file, most change a value without an error. So a body is bound to its
/// table, its row and its text (an identity or a key), and a row that has been changed in any way is found.
struct RowCoding: Sendable {
  /// Which table a row is in. Rows of different tables cannot be exchanged.
  enum Table: UInt8 { case meta = 1, property, record, operation }

  /// A row whose body is not what was written.
  struct Damage: Error {}

  let cipher: (any DurableCipher)?

  /// What the column of an identity or key contains: the text, or with a cipher its code in hexadecimal digits.
  func column(_ text: String) -> String {
    guard let cipher else { return text }
    return String(
      decoding: cipher.code(for: text).flatMap { [RowCoding.digits[Int($0 >> 4)], RowCoding.digits[Int($0 & 15)]] }, as: UTF8.self)
  }

  private static let digits = [UInt8]("0123456789abcdef".utf8)

  /// The body of a row.
  /// - Parameter column: what ``column(_:)`` has given for `text`.
  func body(_ bytes: [UInt8], text: String, column: String, in table: Table, row: Int64) throws -> [UInt8] {
    var body: [UInt8]
    if let cipher {
      // The column has only a code of the text.
      var plain = ByteWriter()
      plain.write(text)
      body = try cipher.seal(plain.bytes + bytes, context: context(table, row))
    } else {
      body = bytes
    }
    let checksum = self.checksum(body, column, table, row)
    for shift in stride(from: 0, to: 32, by: 8) { body.append(UInt8(truncatingIfNeeded: checksum >> UInt32(shift))) }
    return body
  }

  /// The text and the bytes of a row.
  /// - Throws: ``Damage``
  func contents(of row: consuming [UInt8], column: String, in table: Table, row number: Int64) throws -> (text: String, bytes: [UInt8]) {
    var body = row
    guard body.count >= 4 else { throw Damage() }
    var expected: UInt32 = 0
    for distance in 1...4 { expected = expected << 8 | UInt32(body[body.count - distance]) }
    // In place: a body may be large, and memory that is written for the first time is slow.
    body.removeLast(4)
    guard checksum(body, column, table, number) == expected else { throw Damage() }
    guard let cipher else { return (column, body) }
    guard let plain = try? cipher.open(body, context: context(table, number)) else { throw Damage() }
    var reader = ByteReader(plain)
    guard let text = try? reader.readString(), self.column(text) == column else { throw Damage() }
    return (text, reader.rest)
  }

  private func checksum(_ body: [UInt8], _ column: String, _ table: Table, _ row: Int64) -> UInt32 {
    var checksum = CRC32C()
    checksum.add(Int64(table.rawValue))
    checksum.add(row)
    checksum.add(Int64(column.utf8.count))
    checksum.add(column)
    checksum.add(body)
    return checksum.value
  }

  /// The format, the table and the row.
  private func context(_ table: Table, _ row: Int64) -> [UInt8] {
    var context = ByteWriter()
    context.write(signed: Schema.version)
    context.write(table.rawValue)
    context.write(signed: row)
    return context.bytes
  }
}
