extension Generated {
  /// The files in an operation's variables or in a part of them, by the path of each: `"file"`, `"input.attachments.0"`.
  ///
  /// Values in JSON have null in their place; an HTTP request has each file as a part of its own.
  public struct InputFiles: Sendable, Hashable {
    /// The files by path. The path of a file that is itself the value is empty.
    private(set) var byPath = [String: GraphQLUpload]()

    /// No files.
    public init() {}

    /// A value that is a file.
    init(_ upload: GraphQLUpload) { byPath = ["": upload] }

    /// Whether there are none.
    public var isEmpty: Bool { byPath.isEmpty }

    /// The file that is itself the value.
    var whole: GraphQLUpload? { byPath[""] }

    /// Adds the files of a member or of an item of a list.
    mutating func add(_ files: Generated.InputFiles, below step: String) {
      for (path, upload) in files.byPath { byPath[path.isEmpty ? step : "\(step).\(path)"] = upload }
    }

    /// The files of a member or of an item of a list.
    func below(_ step: String) -> Generated.InputFiles {
      var files = Generated.InputFiles()
      for (path, upload) in byPath {
        if path == step {
          files.byPath[""] = upload
        } else if path.hasPrefix(step + ".") {
          files.byPath[String(path.dropFirst(step.count + 1))] = upload
        }
      }
      return files
    }
  }
}
