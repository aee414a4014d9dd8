/// A name in a Swift file as it was when it was compiled. Lines and columns count from 0, columns in bytes.
package struct SwiftReference: Sendable, Hashable {
  package var path: String
  package var line: Int
  package var column: Int
  /// What is written there.
  package var name: String
  /// Whether it is a call of an initializer or a method, whose labels follow.
  package var isCall: Bool

  package init(path: String, line: Int, column: Int, name: String, isCall: Bool = false) {
    (self.path, self.line, self.column, self.name, self.isCall) = (path, line, column, name, isCall)
  }
}

/// The indexes that builds of Swift wrote.
package protocol SwiftReferences: Sendable {
  /// The index of the newest build of the package around a folder; nil if there is none.
  ///
  /// - Parameter isCurrent: whether it must be that of a build that has just ended. Otherwise, an older one will do while it is read.
  func index(around folder: String, isCurrent: Bool) -> (any SwiftIndex)?
}

/// The declarations of generated Swift and their uses in other Swift. A declaration is named by the types around it and its own name, such as
/// `["Foo", "Data", "name"]`; a function's name has its labels.
package protocol SwiftIndex: Sendable {
  /// All declarations.
  var names: [[String]] { get }

  /// Where declarations stand in generated files.
  func definitions(of names: [[String]]) -> [SwiftReference]

  /// Where Swift that is not generated uses them.
  ///
  /// - Parameter withRequirements: whether the use of a protocol's requirement is one of every property that fulfills it.
  func uses(of names: [[String]], withRequirements: Bool) -> [SwiftReference]

  /// The declarations whose name stands at a place, in generated and other Swift.
  func names(at path: String, line: Int, column: Int) -> [[String]]

  /// The files that have changed since they were compiled.
  var changedFiles: [String] { get }
}
