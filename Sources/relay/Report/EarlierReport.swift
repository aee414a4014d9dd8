internal import Foundation
internal import RelayCompilerCore

/// Reads an earlier report: the result of `relay report --json`, or a page, which contains the same.
enum EarlierReport {
  static func read(_ path: String) throws(CommandError) -> ProjectReport {
    let file = try Invocation.read(path, limit: FileSizeLimit.output)
    guard
      let json = ReportPage.data(in: file.bytes) ?? (file.bytes.first(where: { $0 > 0x20 }) == UInt8(ascii: "{") ? file.bytes[...] : nil),
      let report = try? JSONDecoder().decode(ProjectReport.self, from: Data(json))
    else { throw .environment("'\(path)' is not a report: expected a page of 'relay report', or what it prints with --json") }
    guard report.version == ProjectReport.currentVersion else {
      throw .environment("'\(path)' is of another version of this tool: make it again with this one, from the commit that it is of")
    }
    return report
  }
}
