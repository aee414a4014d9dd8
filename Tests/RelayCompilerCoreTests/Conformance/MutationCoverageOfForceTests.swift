import Foundation
import TestSupport
import Testing

@testable import RelayCompilerCore

/// The application, which is not in this repository: in the folder named by `RELAY_CONFORMANCE`.
private enum Application {
  static let folder: URL? = {
    guard let path = ProcessInfo.processInfo.environment["RELAY_CONFORMANCE"] else { return nil }
    let folder = URL(filePath: path, relativeTo: Repository.root).appending(path: "projects/force")
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }()
}

/// What the mutations of a whole application forget, after something has been taken out of their answers.
@Suite(
  "What mutations of an application forget",
  .enabled(if: Application.folder != nil, "NOT RUN: RELAY_CONFORMANCE names no folder with conformance data"))
struct MutationCoverageOfForceTests {
  /// What is taken out of a document, and a field that the mutation forgets then.
  private struct Gap {
    var document: String
    var removed: String
    var forgotten: String
  }

  private static let gaps = [
    Gap(document: "AuthIntentSaveArtworkMutation", removed: "isSaved", forgotten: "isSaved"),
    Gap(document: "AuthIntentFollowArtistMutation", removed: "isFollowed", forgotten: "isFollowed"),
    Gap(document: "AuthIntentFollowGeneMutation", removed: "isFollowed", forgotten: "isFollowed"),
    Gap(document: "FairOrganizerFollowMutation", removed: "isFollowed", forgotten: "isFollowed"),
    Gap(document: "FollowArtistButton", removed: "followedArtists", forgotten: "counts.followedArtists"),
    Gap(document: "FollowProfileButton", removed: "followedProfiles", forgotten: "counts.followedProfiles"),
    Gap(document: "useUpdateArtworkList", removed: "name", forgotten: "name"),
    Gap(document: "useUpdateArtworkList", removed: "shareableWithPartners", forgotten: "shareableWithPartners"),
    Gap(document: "useUpdateMyUserProfile", removed: "profession", forgotten: "profession"),
    Gap(document: "SettingsEditProfileImage", removed: "...SettingsEditProfileImage_me", forgotten: "icon"),
    Gap(document: "markNotificationAsRead", removed: "unreadNotificationsCount", forgotten: "unreadNotificationsCount"),
    Gap(document: "markAllNotificationsAsRead", removed: "unreadNotificationsCount", forgotten: "unreadNotificationsCount"),
    Gap(document: "useUpdateSavedAddress", removed: "postalCode", forgotten: "postalCode"),
    Gap(document: "useEditAddress", removed: "...SettingsShippingAddress_address", forgotten: "city"),
    Gap(document: "useDeleteAddress", removed: "...SettingsShippingAddresses_me", forgotten: "addressConnection.edges.node"),
    Gap(document: "useAddAddress", removed: "...SettingsShippingAddresses_me", forgotten: "addressConnection.edges.node"),
    Gap(document: "useSetPaymentByStripeIntentMutation", removed: "...Payment_validation", forgotten: "paymentMethodDetails"),
    Gap(document: "useOrder2UpdateUserAddressMutation", removed: "city", forgotten: "city"),
  ]

  @Test("Every gap is found, and the fixes of all findings compile and leave nothing to find")
  func gaps() throws {
    let folder = try #require(Application.folder)
    var documents: [(name: String, text: String)] = []
    let files = try #require(FileManager.default.enumerator(at: folder.appending(path: "documents"), includingPropertiesForKeys: nil))
    for case let url as URL in files where url.pathExtension == "graphql" {
      documents.append((url.lastPathComponent, try String(contentsOf: url, encoding: .utf8)))
    }
    for gap in Self.gaps {
      let index = try #require(documents.firstIndex { $0.name == gap.document + ".graphql" && $0.text.contains(gap.removed) }, "\(gap)")
      let range = try #require(Self.range(of: gap.removed, in: documents[index].text), "\(gap)")
      documents[index].text.replaceSubrange(range, with: "__typename")
    }
    let found = try Self.compile(documents)
    for gap in Self.gaps {
      let messages = found.filter { documents[$0.range.file.index - 1].name == gap.document + ".graphql" }
        .flatMap { [$0.message] + $0.notes.map(\.message) }
      #expect(messages.contains { $0.contains("'" + gap.forgotten) }, "\(gap): \(messages)")
    }
    for finding in found {
      for fix in finding.fixIts.sorted(by: { $0.range.start > $1.range.start }) {
        let index = fix.range.file.index - 1
        var bytes = Array(documents[index].text.utf8)
        // Fixes of one document are made from its end.
        let later = found.contains { $0.range.file == finding.range.file && $0.range.start > finding.range.start && !$0.fixIts.isEmpty }
        if later { continue }
        bytes.replaceSubrange(Int(fix.range.start)..<Int(fix.range.end), with: fix.replacement.utf8)
        documents[index].text = String(decoding: bytes, as: UTF8.self)
      }
    }
    let left = try Self.compile(documents)
    #expect(left.allSatisfy { $0.severity == .warning }, "\(left.filter { $0.severity == .error }.map(\.message))")
    #expect(left.count * 2 < found.count, "\(left.count) of \(found.count)")
  }

  /// The place of a whole word in the mutation.
  private static func range(of word: String, in text: String) -> Range<String.Index>? {
    guard let start = text.range(of: "mutation ")?.lowerBound else { return nil }
    var rest = start..<text.endIndex
    while let range = text.range(of: word, range: rest) {
      let next = range.upperBound < text.endIndex ? text[range.upperBound] : " "
      let previous = text[text.index(before: range.lowerBound)]
      if !next.isLetter, !next.isNumber, next != "_", !previous.isLetter {
        // A field with selections is taken out with them.
        guard let brace = text[range.upperBound...].firstIndex(where: { !$0.isWhitespace }), text[brace] == "{",
          let end = text[brace...].firstIndex(of: "}")
        else { return range }
        return range.lowerBound..<text.index(after: end)
      }
      rest = range.upperBound..<text.endIndex
    }
    return nil
  }

  private static func compile(_ documents: [(name: String, text: String)]) throws -> [Diagnostic] {
    let schema = try String(contentsOf: #require(Application.folder).appending(path: "schema.graphql"), encoding: .utf8)
    var input = CompilerInput()
    input.add([SourceFile(path: "schema.graphql", text: schema)], as: .schema)
    for document in documents { input.add([SourceFile(path: document.name, text: document.text)], as: .document) }
    input.options.swift.mutationCoverage = .warning
    // The application was written before `@alias` was required.
    input.options.featureFlags.enforceFragmentAliasWhereAmbiguous = .disabled
    return Compiler.compile(input).diagnostics
  }
}
