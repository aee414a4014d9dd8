/// What `relay report` says of a project, as its page contains it and `--json` prints it. A later report is compared with it.
struct ProjectReport: Codable, Equatable {
  /// Changes if a key gets another meaning.
  static let currentVersion = 1

  /// Where something is: the path from the current folder, and the line from 1.
  struct Place: Codable, Equatable {
    var file: String
    var line: Int
  }

  /// A query, mutation or subscription that is in a document.
  struct Operation: Codable, Equatable {
    var name: String
    var kind: String
    var module: String?
    var place: Place
    /// The bytes of the text that is sent, or would be if it were not persisted; 0 if nothing is.
    var textSize: Int
    /// The bytes of its plans in the app.
    var planSize: Int
    var cost: OperationCost
    var contents: Contents
  }

  struct Fragment: Codable, Equatable {
    var name: String
    var type: String
    var module: String?
    var place: Place
    var planSize: Int
    var contents: Contents
    /// The operations and fragments that spread it.
    var users: [String]
  }

  /// What a definition itself selects.
  struct Contents: Codable, Equatable {
    var fields: [Field] = []
    /// The fragments that it spreads, each once.
    var fragments: [String] = []
  }

  struct Field: Codable, Equatable {
    /// The response keys from the definition's root, as in `viewer.todos`.
    var path: String
    /// No Swift code reads it.
    var isUnread: Bool?
    var isDeprecated: Bool?
  }

  struct Finding: Codable, Equatable {
    var message: String
    var place: Place
  }

  var version = currentVersion
  var operations: [Operation] = []
  var fragments: [Fragment] = []
  var unreadFields: [Finding] = []
  var deprecatedUses: [Finding] = []
  var unusedFragments: [Finding] = []
  /// What was not looked at, and why.
  var notes: [String] = []
  /// Whether the index of a build said which fields are read.
  var knowsReads = false
}
