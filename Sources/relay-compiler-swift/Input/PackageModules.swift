internal import RelayCompilerCore

/// The modules of packages, from what `swift package describe --type json` prints of each: their folders, and what they depend on. It is how
/// the tool knows without the build plugin which fragments a module can spread.
struct PackageModules {
  struct Module {
    /// As another module imports it.
    var name: String
    var kind: PluginInputs.Kind
    var folder: String
    /// The folder of the package's manifest.
    var package: String
    /// Absolute paths.
    var swiftSources: [String]
    /// Whether a build generates the module's Swift.
    var hasPlugin: Bool
    fileprivate var usesRuntime: Bool
    fileprivate var targets: [String]
    fileprivate var products: [String]
    /// The indices of the modules that it can import.
    fileprivate(set) var below: [Int] = []
  }

  private(set) var modules: [Module] = []
  private static let runtime = "RelayRuntime"
  fileprivate static let plugin = "RelayCodegenPlugin"

  init(_ files: [SourceFile]) throws(PluginInputsError) {
    var all: [Module] = []
    var targets: [String: [String: Int]] = [:]
    var products: [String: [Int]] = [:]
    for file in files {
      let json: JSONSyntax
      do throws(JSONSyntaxError) {
        json = try JSONSyntax.parse(file, file: FileID(rawValue: 0))
      } catch {
        throw PluginInputsError(diagnostic: error.diagnostic)
      }
      guard let package = json["path"]?.string, package.hasPrefix("/"), case .array(let list)? = json["targets"]?.value else {
        throw PluginInputsError(diagnostic: .packageDescription(at: json.range))
      }
      for target in list {
        guard let module = Module(target, in: package), let name = target["name"]?.string else { continue }
        targets[package, default: [:]][name] = all.count
        all.append(module)
      }
      guard case .array(let productList)? = json["products"]?.value else { continue }
      for product in productList {
        guard let name = product["name"]?.string else { continue }
        products[name, default: []] += Self.strings(product["targets"]).compactMap { targets[package]?[$0] }
      }
    }
    for index in all.indices {
      var seen: Set<Int> = []
      var pending = [index]
      while let next = pending.popLast() {
        if all[next].products.contains(Self.runtime) || all[next].targets.contains(Self.runtime) { all[index].usesRuntime = true }
        let direct = all[next].targets.compactMap { targets[all[next].package]?[$0] } + all[next].products.flatMap { products[$0] ?? [] }
        for other in direct where other != index && seen.insert(other).inserted { pending.append(other) }
      }
      all[index].below = seen.sorted { all[$0].name < all[$1].name }
    }
    // Generated Swift does not compile without the runtime, so other modules have no GraphQL.
    let kept = all.indices.filter { all[$0].usesRuntime }
    var places: [Int: Int] = [:]
    for (place, index) in kept.enumerated() { places[index] = place }
    modules = kept.map { index in
      var module = all[index]
      module.below = module.below.compactMap { places[$0] }
      return module
    }
  }

  fileprivate static func strings(_ json: JSONSyntax?) -> [String] {
    guard case .array(let items)? = json?.value else { return [] }
    return items.compactMap(\.string)
  }

  // MARK: - Inputs

  /// What the build plugin would say of a module.
  ///
  /// - Parameter folderName: the folder for generated files in a module's folder.
  mutating func inputs(of module: Module, folderName: String) throws(FileSystemError) -> PluginInputs {
    var inputs = PluginInputs()
    let folder = OutputFolder(module.folder + "/" + folderName)
    inputs.config = configuration(of: module)
    inputs.root = module.folder
    inputs.module = module.name
    inputs.kind = module.kind
    inputs.literalFolder = folder
    inputs.schemaOutput = folder.path + "/" + OutputName.schema
    for document in try sources(of: module).documents {
      let name = OutputName.ofDocument(FileSystem.relative(document, to: module.folder) ?? FileSystem.name(of: document))
      inputs.documents.append((document, folder.path + "/" + name))
    }
    inputs.swiftSources = module.swiftSources
    var configurations: Set<String> = []
    for other in module.below.map({ modules[$0] }) {
      let sources = try sources(of: other)
      for source in sources.documents + sources.swift { inputs.imported.append((other.name, other.kind, source)) }
      if let path = configuration(of: other), !config(at: path).schema.isEmpty, configurations.insert(path).inserted {
        inputs.importedConfigs.append((other.name, path))
      }
    }
    let own = modules.firstIndex { $0.folder == module.folder }
    for (index, other) in modules.enumerated() where index != own && !module.below.contains(index) {
      inputs.elsewhere.modules.append(
        ModulesElsewhere.Module(name: other.name, root: other.folder, isAbove: own.map(other.below.contains) ?? false))
    }
    return inputs
  }

  /// The files of a module that its configuration selects. They are looked for once, because many modules may be above this one.
  private mutating func sources(of module: Module) throws(FileSystemError) -> Sources {
    if let known = known.sources[module.folder] { return known }
    let nested = Set(modules.map(\.folder).filter { $0 != module.folder })
    let documents = try FileSystem.files(
      below: module.folder, excluding: { $0.hasSuffix("/") && nested.contains(module.folder + "/" + $0.dropLast()) },
      where: OutputName.isDocument)
    let path = configuration(of: module)
    let selection = Selection(
      path.map { config(at: $0) } ?? RelayConfig(), base: path.map(FileSystem.directory) ?? module.folder, root: module.folder)
    let sources = Sources(documents: documents.filter(selection.takes), swift: module.swiftSources.filter(selection.takes))
    known.sources[module.folder] = sources
    return sources
  }

  /// The nearest configuration: in the module's folder or above it, up to that of the package.
  private func configuration(of module: Module) -> String? {
    var folder = module.folder
    while true {
      let path = folder + "/" + InputLoader.fileName
      if FileSystem.kind(path) == .file { return path }
      if folder == module.package || FileSystem.relative(folder, to: module.package) == nil { return nil }
      folder = FileSystem.directory(of: folder)
    }
  }

  /// A configuration without what is wrong with it, which is reported with the module itself.
  private mutating func config(at path: String) -> RelayConfig {
    if let known = known.configs[path] { return known }
    let bytes = (try? FileSystem.read(path, limit: FileSizeLimit.configuration)) ?? []
    let config = ConfigParser.parse(SourceFile(path: path, bytes: bytes), file: FileID(rawValue: 0)).0
    known.configs[path] = config
    return config
  }

  private struct Sources {
    /// Absolute paths.
    var documents: [String]
    var swift: [String]
  }

  /// What has been read: by the path of a module's folder, and of a configuration.
  private var known: (sources: [String: Sources], configs: [String: RelayConfig]) = ([:], [:])
}

extension PackageModules.Module {
  /// nil for targets without Swift, and for plugins and macros.
  fileprivate init?(_ target: JSONSyntax, in package: String) {
    guard let name = target["c99name"]?.string ?? target["name"]?.string, SwiftTypeSyntax.isModule(name),
      let path = target["path"]?.string, target["module_type"]?.string == "SwiftTarget"
    else { return nil }
    switch target["type"]?.string {
    case "library": kind = .library
    case "executable", "snippet": kind = .executable
    case "test": kind = .test
    default: return nil
    }
    self.name = name
    self.package = package
    folder = FileSystem.absolute(path, relativeTo: package)
    let folder = folder
    swiftSources = PackageModules.strings(target["sources"]).filter { $0.hasSuffix(".swift") && !$0.hasSuffix(".graphql.swift") }
      .map { FileSystem.absolute($0, relativeTo: folder) }
    targets = PackageModules.strings(target["target_dependencies"])
    products = PackageModules.strings(target["product_dependencies"])
    hasPlugin = products.contains(PackageModules.plugin)
    usesRuntime = false
  }
}
