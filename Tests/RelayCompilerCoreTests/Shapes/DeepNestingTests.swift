import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The compiler brings its own stack: it is called on threads with as little as 512 kB, and is not optimized in its users' debug builds.
@Suite("Deep nesting on a small stack")
struct DeepNestingTests {
  /// Shapes whose levels grow with their size, up to the limits that the compiler sets.
  static let nested = (Shape.schemas + Shape.documents).filter { shape in
    ["nest", "deep", "chain", "literal", "in one another", "implement"].contains { shape.name.contains($0) }
  }

  @Test("Shapes with 400 levels of whatever they nest are compiled on a thread of 512 kB")
  func shapes() async {
    let compiled = await onSmallStack {
      Self.nested.filter { !Compiler.compile($0.project(400).input).artifacts.isEmpty }.map(\.name)
    }
    #expect(compiled.contains("nested fields"))
    #expect(compiled.count > 10)
  }

  @Test("A schema that is built alone, too")
  func schemas() async {
    let built = await onSmallStack {
      Shape.schemas.map { shape in Compiler.schema(of: shape.project(400).input).files.count }
    }
    #expect(built.contains { $0 > 0 })
  }

  /// No limit of nesting bounds these where they are checked first.
  static let chains: [(shape: String, problem: DiagnosticID)] = [
    ("a chain of fragments that is too deep", "nesting-depth"),
    ("a chain of fragments under a subscription, too deep", "nesting-depth"),
    ("a chain of fragments with a variable, too deep", "nesting-depth"),
    ("a chain of unmasked fragments, too deep", "nesting-depth"),
    ("input objects that require one another, around a scalar without a type", "custom-scalar-type"),
  ]

  @Test("Chains of thousands of fragments and input objects are errors", .cases)
  func chains() {
    eachCase(of: Self.chains) { name, problem in
      let shape = try #require((Shape.schemas + Shape.documents).first { $0.name == name })
      let found = Compiler.compile(shape.project(20_000).input).diagnostics
      #expect(Set(found.map(\.id)) == [problem], "\(found.first?.message ?? "")")
    }
  }

  private func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
    await withCheckedContinuation { continuation in
      let thread = Thread { continuation.resume(returning: body()) }
      thread.stackSize = 512 << 10
      thread.start()
    }
  }
}
