internal import Foundation
internal import RelayCompilerCore

/// How a manifest refers to the package with the runtime and the plugin.
enum RelayDependency {
  case folder(String)
  case url(String, version: String)

  /// - Parameter folder: the folder of the manifest, to which a path is relative.
  init(_ options: OptionValues, from folder: String) throws(CommandError) {
    let version = options.value(Init.from) ?? Compiler.version
    if let place = options.value(Init.relay) {
      if place.contains("://") || place.hasPrefix("git@") {
        self = .url(place, version: version)
      } else if FileSystem.kind(FilePath.file("Package.swift", in: FileSystem.absolute(place))) == .file {
        self = .folder(FilePath.steps(to: FileSystem.absolute(place), from: folder))
      } else {
        throw .usage("there is no package in '\(place)'")
      }
      return
    }
    guard let own = Self.ownPackage else { throw .usage("name the package of Relay for Swift with '--relay', as a folder or a URL") }
    self = .folder(FilePath.steps(to: own, from: folder))
  }

  /// The package that this tool was built in, or is part of as a prebuilt executable.
  private static var ownPackage: String? {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath().path else { return nil }
    var folder = FilePath.directory(of: executable)
    while folder != "/" {
      if FileSystem.kind(FilePath.file("Plugins/RelayCodegenPlugin", in: folder)) == .directory,
        FileSystem.kind(FilePath.file("Package.swift", in: folder)) == .file
      {
        return folder
      }
      folder = FilePath.directory(of: folder)
    }
    return nil
  }

  /// The element of `dependencies:`.
  var line: String {
    switch self {
    case .folder(let path): ".package(name: \"relay-swift\", path: \(Self.literal(path)))"
    case .url(let url, let version): ".package(url: \(Self.literal(url)), .upToNextMinor(from: \(Self.literal(version))))"
    }
  }

  /// The name by which targets refer to the package.
  var identity: String {
    switch self {
    case .folder: "relay-swift"
    case .url(let url, _):
      FilePath.name(of: url.hasSuffix(".git") ? String(url.dropLast(4)) : url)
    }
  }

  static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}
