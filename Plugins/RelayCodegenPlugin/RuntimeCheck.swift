import Foundation

/// A target whose generated Swift cannot be compiled, because the target does not depend on the runtime. Without this, only Swift's compiler
/// or the linker would say so, in every file.
struct MissingRuntime: Error, CustomStringConvertible {
  let target: String
  /// The package that has the runtime, as `Package.swift` names it.
  let package: String

  var description: String {
    """
    the target '\(target)' has documents and the plugin RelayCodegenPlugin, but does not depend on RelayRuntime; add \
    .product(name: "RelayRuntime", package: "\(package)") to its dependencies
    """
  }
}

extension BuildModule {
  /// Whether Swift is generated that needs the runtime: for an operation or a fragment. A module may have the schema and nothing else.
  var needsRuntime: Bool { selected.module.documents.count > typeDefinitions.count || containsLiterals }

  /// Rejects a module that needs the runtime and cannot import it.
  ///
  /// - Parameters:
  ///   - target: the target, as its package names it.
  ///   - package: the package that has the runtime.
  func checkRuntime(target: String, package: String) throws {
    guard !below.contains(CodegenInputs.runtimeName), needsRuntime else { return }
    throw MissingRuntime(target: target, package: package)
  }
}
