import Foundation

/// The body of an upload according to the GraphQL multipart request specification: `operations`, `map`, then one part for each file.
struct MultipartForm {
  let boundary: String
  private let operations: Data
  private let uploads: [(path: String, upload: GraphQLUpload)]

  /// - Parameters:
  ///   - operations: the JSON body of the same request without files, with null in place of files.
  ///   - uploads: the files by variable path.
  init(operations: Data, uploads: [String: GraphQLUpload], boundary: String = "relay-\(UUID().uuidString)") {
    self.boundary = boundary
    self.operations = operations
    self.uploads = uploads.keys.ascending().compactMap { path in uploads[path].map { (path, $0) } }
  }

  var contentType: String { "multipart/form-data; boundary=\(self.boundary)" }

  /// The whole form in memory, or in a temporary file (which the caller removes) if one of the uploads is a file.
  /// - Returns: the body, and a function that converts its progress to that of the files; nil if no upload observes its
  ///   progress.
  /// - Throws: ``RelayError/upload(_:)`` if the file cannot be created; errors of reading a file.
  func body() throws -> (HTTPNetwork.Request.Body, onProgress: (@Sendable (UploadProgress) -> Void)?) {
    var ranges: [Range<Int64>] = []
    let body = try self.body(&ranges)
    var observers: [UploadObserver] = []
    for (range, (_, upload)) in zip(ranges, uploads) {
      if let onProgress = upload.onProgress { observers.append(UploadObserver(range: range, onProgress: onProgress)) }
    }
    guard !observers.isEmpty else { return (body, nil) }
    return (body, { [observers] progress in for observer in observers { observer.report(progress.bytesSent) } })
  }

  private func body(_ ranges: inout [Range<Int64>]) throws -> HTTPNetwork.Request.Body {
    let isInMemory = uploads.allSatisfy {
      if case .bytes = $0.upload.content { true } else { false }
    }
    if isInMemory {
      var output = Output(file: nil)
      try write(&ranges, to: &output)
      return .bytes(output.bytes)
    }
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(boundary).form")
    // The system reads the path during the call, and its text of an error is copied at once.
    // Only this user can read the file. An existing file or the target of a link is never overwritten.
    let descriptor = unsafe open(url.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw RelayError.upload(unsafe "cannot write \(url.path): \(String(cString: strerror(errno)))") }
    do {
      let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      defer { try? file.close() }
      var output = Output(file: file)
      try write(&ranges, to: &output)
    } catch {
      try? FileManager.default.removeItem(at: url)
      throw error
    }
    return .file(url)
  }

  /// What has been written of a form, into memory unless there is a file.
  private struct Output {
    let file: FileHandle?
    private(set) var bytes = Data()
    private(set) var count: Int64 = 0

    init(file: FileHandle?) { self.file = file }

    mutating func write(_ data: Data) throws {
      if let file { try file.write(contentsOf: data) } else { bytes += data }
      count += Int64(data.count)
    }
  }

  /// - Parameter ranges: receives the range of each file's bytes in the body.
  private func write(_ ranges: inout [Range<Int64>], to output: inout Output) throws {
    try output.write(head(name: "operations", extra: "", contentType: "application/json") + operations)
    try output.write(head(name: "map", extra: "", contentType: "application/json") + map())
    for (index, (_, upload)) in uploads.enumerated() {
      try output.write(
        head(name: String(index), extra: "; filename=\"\(Self.quoted(upload.filename))\"", contentType: upload.contentType))
      let start = output.count
      switch upload.content {
      case .bytes(let bytes): try output.write(bytes)
      case .file(let url):
        let file = try FileHandle(forReadingFrom: url)
        defer { try? file.close() }
        while let chunk = try file.read(upToCount: 1 << 16), !chunk.isEmpty { try output.write(chunk) }
      }
      ranges.append(start..<output.count)
    }
    try output.write(Data("\r\n--\(boundary)--\r\n".utf8))
  }

  private func head(name: String, extra: String, contentType: String) -> Data {
    let type = contentType.filter { !$0.isNewline }
    let disposition = "Content-Disposition: form-data; name=\"\(name)\"\(extra)"
    return Data("\r\n--\(boundary)\r\n\(disposition)\r\nContent-Type: \(type)\r\n\r\n".utf8)
  }

  private func map() -> Data {
    var entries = [String: JSON]()
    for (index, (path, _)) in uploads.enumerated() {
      entries[String(index)] = .array([.string("variables.\(path)")])
    }
    return JSON.object(entries).data
  }

  /// A file name in quotes, escaped as in browsers (HTML, multipart form data encoding).
  private static func quoted(_ name: String) -> String {
    var result = ""
    for scalar in name.unicodeScalars {
      switch scalar {
      case "\"": result += "%22"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }
}
