import TestSupport

@testable import RelayCompilerCore

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

  /// Everything that the tool does between reading and writing files, on the current thread, whose stack must be as large as
  /// `WorkerThread.stackSize`.
  static func compile(_ project: ShapeProject) -> ShapeMeasurement {
    let input = project.input
    let start = ProcessorTime.ofThread
    var timings: [(stage: String, nanoseconds: UInt64)] = []
    var stageStart = start
    let output = Compiler.compileOnCallingThread(input) { stage in
      let now = ProcessorTime.ofThread
      timings.append((stage.rawValue, now - stageStart))
      stageStart = now
    }
    var written = output.files.reduce(0) { $0 + $1.bytes.count }
    let jsonStart = ProcessorTime.ofThread
    for artifact in output.artifacts { written += ArtifactJSON.file(for: artifact).count }
    timings.append(("json", ProcessorTime.ofThread - jsonStart))
    let reportStart = ProcessorTime.ofThread
    for style in DiagnosticStyle.allCases {
      written += DiagnosticRenderer.render(output.diagnostics, in: input.files, style: style).count
    }
    timings.append(("report", ProcessorTime.ofThread - reportStart))
    let time = ProcessorTime.ofThread - start
    let read = input.files.reduce(0) { $0 + $1.bytes.count }
    return ShapeMeasurement(time: time, bytesRead: read, bytesWritten: written, diagnostics: output.diagnostics, timings: timings)
  }
}
