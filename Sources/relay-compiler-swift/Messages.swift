internal import RelayCompilerCore

/// Diagnostics of the command about a file as a whole, at its beginning.
extension Diagnostic {
  private static let fileStart = SourceRange(file: FileID(rawValue: 0), start: 0, end: 0)

  // MARK: - Inputs

  static func unreadable(_ reason: String) -> Diagnostic {
    Diagnostic("unreadable-file", "Cannot read this file: \(reason)", at: fileStart)
  }

  static var noSuchFile: Diagnostic { Diagnostic("unreadable-file", "There is no such file or folder", at: fileStart) }

  static func misnamed(isFolder: Bool) -> Diagnostic {
    Diagnostic(
      "unreadable-file",
      "The name of this \(isFolder ? "folder" : "file") is not UTF-8, so it is not read. Rename it, or list it in 'excludes'",
      at: fileStart, severity: isFolder ? .warning : .error)
  }

  static var noInput: Diagnostic { Diagnostic("unreadable-file", "There is no such file, and no INPUT was named", at: fileStart) }

  static func severalConfigurations(_ paths: [String]) -> Diagnostic {
    Diagnostic(
      "unreadable-file",
      "The inputs have several configurations (\(paths.joined(separator: ", "))). Run the tool once for each, or name one with '--config'",
      at: fileStart)
  }

  static func pluginInputs(expected: String, found: String, at range: SourceRange) -> Diagnostic {
    Diagnostic("unreadable-file", "This is not a list of the build plugin: expected \(expected), found \(found)", at: range)
  }

  static func packageDescription(at range: SourceRange) -> Diagnostic {
    Diagnostic("unreadable-file", "This is not what 'swift package describe --type json' prints of a package", at: range)
  }

  static func severalSchemasBelow(_ modules: [Module]) -> Diagnostic {
    let list = modules.map { "\($0.config ?? "") for \($0.name)" }.joined(separator: ", ")
    return Diagnostic(
      noSchemaID,
      "This module has no schema, and those that it depends on have several configurations (\(list)). Name its schema as 'schema' in a "
        + "relay.config.json beside it or in a folder above, or put the schema into the module (schema.graphql)", at: fileStart)
  }

  // MARK: - Outputs

  static func unwritable(_ reason: String) -> Diagnostic {
    Diagnostic("unwritable-file", "Cannot write this file: \(reason)", at: fileStart)
  }

  static func folderIsLink(_ folder: String) -> Diagnostic {
    Diagnostic(
      "unwritable-file",
      "The folder for generated files ('\(folder)') is a link. Remove it, or name a folder with '--output'",
      at: fileStart)
  }

  static func invalidOutputName(_ name: String) -> Diagnostic {
    Diagnostic(
      "output-name", "No file can be named after this one ('\(name)'). Give it a shorter name, without control characters", at: fileStart)
  }

  /// - Parameter source: the document that has the output already; nil if it is not a single document.
  static func outputTaken(_ name: String, by source: String?) -> Diagnostic {
    let other = source.map { "'\($0)' (the names differ only in case or Unicode normalization)" } ?? "another file of the build"
    return Diagnostic(
      "output-name", "This document and \(other) would both generate '\(name)'. Rename one of them", at: fileStart)
  }

  static func artifactTaken(_ name: Name, by other: Name, at range: SourceRange) -> Diagnostic {
    Diagnostic(
      "output-name",
      "'\(name)' and '\(other)' differ in case only, and their artifacts would be one file on many disks. Rename one of them", at: range)
  }

  static var outOfDate: Diagnostic {
    Diagnostic("out-of-date", "This file is out of date. Run 'generate' without '--check'", at: fileStart)
  }

  static var superfluous: Diagnostic {
    Diagnostic("out-of-date", "No document generates this file any more. Run 'generate' without '--check'", at: fileStart)
  }

  // MARK: - Persisting

  static func persistedQueries(_ problem: QueryPersisterError) -> Diagnostic {
    let message =
      switch problem {
      case .unreadable(let reason): "Cannot read this file: \(reason)"
      case .otherContent(.relay): "Expected an object from ids to texts, as Relay persists queries. Move the file away to start a new one"
      case .otherContent(.apollo): "Expected a persisted query manifest in Apollo's format. Move the file away to start a new one"
      case .commandNotRun(let command, let reason): "Cannot run '\(command)': \(reason)"
      case .commandFailed(let command, let status): "'\(command)' failed with exit status \(status)"
      }
    return Diagnostic("persisting-failed", message, at: fileStart)
  }
}
