/// The URI of a file and its path.
enum DocumentURI {
  /// The path of a `file:` URI, decoded; nil for others, and for what is no URI.
  static func path(_ uri: String) -> String? {
    guard uri.utf8.starts(with: "file://".utf8) else { return nil }
    var bytes: [UInt8] = []
    var rest = Array(uri.utf8.dropFirst(7))[...]
    // A host other than the local one has no path here.
    guard rest.first == UInt8(ascii: "/") else { return nil }
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16), code != 0 else { return nil }
      bytes.append(code)
      rest = rest.dropFirst(2)
    }
    let path = String(decoding: bytes, as: UTF8.self)
    return Array(path.utf8) == bytes && !bytes.contains(0) ? FilePath.absolute(path, relativeTo: "/") : nil
  }

  static func uri(_ path: String) -> String {
    var text = "file://"
    for byte in path.utf8 {
      let isPlain =
        (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z") || byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
        || "/-._~!$&'()*+,;=:@".utf8.contains(byte)
      if isPlain {
        text.unicodeScalars.append(Unicode.Scalar(byte))
      } else {
        text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }
    return text
  }
}
