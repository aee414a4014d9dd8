#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import RelayCompilerCore

/// The cost of compiling a project.
struct ShapeMeasurement {
  /// Processor time of this thread, in nanoseconds.
  var time: UInt64
  var bytesRead: Int
  /// Swift, artifacts and diagnostics.
  var bytesWritten: Int
  var diagnostics: [Diagnostic]
  var timings: [(stage: String, nanoseconds: UInt64)]

  var milliseconds: UInt64 { time / 1_000_000 }

  /// Everything that the tool does between reading and writing files, on the current thread.
  static func compile(_ project: ShapeProject) -> ShapeMeasurement {
    var input = CompilerInput()
    let isJSON = project.schema.hasPrefix(#"{""#)
    if !project.schema.isEmpty {
      input.add([SourceFile(path: isJSON ? "schema.json" : "schema.graphql", text: project.schema)], as: .schema)
    }
    if !project.schemaExtensions.isEmpty {
      input.add([SourceFile(path: "extensions.graphql", text: project.schemaExtensions)], as: .clientSchema)
    }
    for (index, document) in project.documents.enumerated() {
      input.add([SourceFile(path: "\(index).graphql", text: document)], as: .document(output: "\(index).swift"))
    }
    input.swift = SwiftOutputs(schema: "Schema.swift")
    input.threads = 1

    let start = processorTime()
    var timings: [(stage: String, nanoseconds: UInt64)] = []
    var stageStart = start
    let output = Compiler.compile(input) { stage in
      let now = processorTime()
      timings.append((stage.rawValue, now - stageStart))
      stageStart = now
    }
    var written = output.files.reduce(0) { $0 + $1.bytes.count }
    let jsonStart = processorTime()
    for artifact in output.artifacts { written += ArtifactJSON.file(for: artifact).count }
    timings.append(("json", processorTime() - jsonStart))
    let reportStart = processorTime()
    for style in DiagnosticStyle.allCases {
      written += DiagnosticRenderer.render(output.diagnostics, in: input.files, style: style).count
    }
    timings.append(("report", processorTime() - reportStart))
    let time = processorTime() - start
    let read = input.files.reduce(0) { $0 + $1.bytes.count }
    return ShapeMeasurement(time: time, bytesRead: read, bytesWritten: written, diagnostics: output.diagnostics, timings: timings)
  }

  /// Processor time of this thread, in nanoseconds.
  static func processorTime() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
