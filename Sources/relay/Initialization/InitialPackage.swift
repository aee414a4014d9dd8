internal import Foundation
internal import RelayCompilerCore

/// The target that gets Relay.
struct InitialPackage {
  let target: String
  /// The folder of its sources.
  let sources: String

  /// A package that is there.
  init(in folder: String, target wanted: String?) throws(CommandError) {
    let description = try PackageTool.output(["describe", "--type", "json"], in: folder)
    guard let json = (try? JSONSerialization.jsonObject(with: Data(description))) as? [String: Any],
      let targets = json["targets"] as? [[String: Any]]
    else { throw .environment("'swift package describe' printed something unexpected") }
    let candidates = targets.filter { ["library", "executable"].contains($0["type"] as? String) }
    let names = candidates.compactMap { $0["name"] as? String }
    if let wanted, !names.contains(wanted) {
      let close = Suggestions.sentence(Suggestions.closest(to: wanted, among: names))
      throw .usage("the package has no target '\(wanted)'\(close)")
    }
    guard let name = wanted ?? (names.count == 1 ? names[0] : nil) else {
      throw .usage("name the target with '--target': \(names.map { "'\($0)'" }.joined(separator: ", "))")
    }
    let path = candidates.first { $0["name"] as? String == name }?["path"] as? String ?? "Sources/\(name)"
    target = name
    sources = FilePath.absolute(path, relativeTo: folder)
  }

  /// One that is made here, named after the folder.
  init(new folder: String, _ options: OptionValues) throws(CommandError) {
    let name = options.value(Init.target) ?? Self.identifier(FilePath.name(of: folder))
    guard name == Self.identifier(name) else { throw .usage("'--target' needs a name of letters and digits, not '\(name)'") }
    target = name
    sources = FilePath.file("Sources/\(name)", in: folder)
  }

  private static func identifier(_ text: String) -> String {
    let words = text.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    return name.first.map(\.isLetter) == true ? name : "App\(name)"
  }
}
