internal import RelayCompilerCore

/// The modules of packages, from what `swift package describe --type json` prints: their folders and their dependencies. From these, the
/// tool knows without the build plugin which fragments a module can spread.
struct PackageModules {
  struct PackageModule {
    /// Without documents, which are looked for when they are needed.
    var module: Module
    /// Whether a build generates the module's Swift.
    var hasPlugin: Bool
    fileprivate var package: String
    fileprivate var usesRuntime: Bool
    fileprivate var targets: [String]
    fileprivate var products: [String]
    /// The indices of the modules that it can import.
    fileprivate(set) var below: [Int] = []
  }

  private let files: ReadFiles
  private(set) var modules: [PackageModule] = []
  private static let runtime = "RelayRuntime"
  fileprivate static let plugin = "RelayCodegenPlugin"

  /// - Parameters:
  ///   - descriptions: what the package manager prints.
  ///   - files: what the process has read.
  init(_ descriptions: [SourceFile], files: ReadFiles) throws(ModuleListError) {
    var all: [PackageModule] = []
    var targets: [String: [String: Int]] = [:]
    var products: [String: [Int]] = [:]
    self.files = files
    for file in descriptions {
      let json = try JSONSyntax.parse(ofInput: file)
      guard let package = json["path"]?.string, package.hasPrefix("/"), case .array(let list)? = json["targets"]?.value else {
        throw ModuleListError(diagnostic: .packageDescription(at: json.range))
      }
      for target in list {
        guard let module = PackageModule(target, in: package), let name = target["name"]?.string else { continue }
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
      all[index].below = seen.sorted { all[$0].module.name < all[$1].module.name }
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

  // MARK: - Lists

  /// What the build plugin would say of a module.
  mutating func list(of module: PackageModule) throws(FileSystemError) -> ModuleList {
    var list = ModuleList()
    list.literalsHaveOwnFiles = true
    list.module = try selected(module)
    let root = list.module.root
    list.documentOutputs = list.module.documents.map { OutputName.ofDocument(FilePath.steps(to: $0, from: root)) }
    var configurations: Set<String> = []
    for index in module.below {
      var below = try selected(modules[index])
      if let path = below.config, config(at: path).schema.isEmpty || !configurations.insert(path).inserted { below.config = nil }
      list.below.append(below)
    }
    let own = modules.firstIndex { $0.module.root == root }
    for (index, other) in modules.enumerated() where index != own && !module.below.contains(index) {
      list.elsewhere.append(Module(name: other.module.name, root: other.module.root))
      if let own, other.below.contains(own) { list.above.append(other.module.name) }
    }
    return list
  }

  /// The module with the files that its configuration selects. They are looked for once, because many modules may be above this one.
  private mutating func selected(_ module: PackageModule) throws(FileSystemError) -> Module {
    let root = module.module.root
    if let known = known.selected[root] { return known }
    let nested = Set(modules.map(\.module.root).filter { $0 != root })
    let documents = try FileSystem.files(
      below: root, excluding: { $0.hasSuffix("/") && nested.contains(root + "/" + $0.dropLast()) }, where: OutputName.isDocument)
    var selected = module.module
    selected.config = NearestConfiguration.path(in: root, upTo: module.package) { FileSystem.kind($0) == .file }
    let config = selected.config.map { self.config(at: $0) } ?? RelayConfig()
    let folder = selected.config.map { FilePath.directory(of: $0) } ?? root
    let selection = Selection(
      source: config.src.map { FilePath.absolute($0.path, relativeTo: folder) }, excludes: config.excludes, root: root)
    selected.documents = documents.filter(selection.takes)
    selected.swiftFiles.removeAll { !selection.takes($0) }
    known.selected[root] = selected
    return selected
  }

  /// A configuration without what is wrong with it, which is reported with the module itself.
  private mutating func config(at path: String) -> RelayConfig {
    if let known = known.configs[path] { return known }
    let bytes = (try? files.read([path], limit: FileSizeLimit.configuration, threads: 1)[0].get()) ?? []
    let config = ConfigParser.parse(SourceFile(path: path, bytes: bytes), file: FileID(rawValue: 0)).0
    known.configs[path] = config
    return config
  }

  /// By the path of a module's folder, and of a configuration.
  private var known: (selected: [String: Module], configs: [String: RelayConfig]) = ([:], [:])
}

extension PackageModules.PackageModule {
  /// nil for targets without Swift, and for plugins and macros.
  fileprivate init?(_ target: JSONSyntax, in package: String) {
    guard let name = target["c99name"]?.string ?? target["name"]?.string, SwiftTypeSyntax.isModule(name),
      let path = target["path"]?.string, target["module_type"]?.string == "SwiftTarget"
    else { return nil }
    let kind: Module.Kind
    switch target["type"]?.string {
    case "library": kind = .library
    case "executable", "snippet": kind = .executable
    case "test": kind = .test
    default: return nil
    }
    let root = FilePath.absolute(path, relativeTo: package)
    module = Module(name: name, kind: kind, root: root)
    module.swiftFiles = PackageModules.strings(target["sources"]).filter(OutputName.isSwift).map { FilePath.absolute($0, relativeTo: root) }
    self.package = package
    targets = PackageModules.strings(target["target_dependencies"])
    products = PackageModules.strings(target["product_dependencies"])
    hasPlugin = products.contains(PackageModules.plugin)
    usesRuntime = false
  }
}
