import Foundation
import TestSupport
import Testing

@testable import RelayRuntime

/// The plans of `Fixtures/artifacts/ages`, as the runtime reads them.
@Suite("Ages in generated code")
struct AgeTests {
  /// The normalization plan of an operation.
  private static func plan(_ operation: String) throws -> NormalizationPlan {
    let file = Repository.url("Fixtures/artifacts/ages/expected/Documents.graphql.swift")
    let start = ##"    normalization: #""##
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    let line = try #require(lines.first { $0.hasPrefix(start + #"{"version":1,"name":"\#(operation)""#) })
    return NormalizationPlan(parsing: String(line.dropFirst(start.count).dropLast(3)))
  }

  /// What a plan says of fields: `path 60+30 private`.
  private static func ages(_ plan: NormalizationPlan) -> [String] {
    var lines: [String] = []
    var path: [(name: String, end: Int)] = []
    for (index, step) in plan.steps.enumerated() {
      while let last = path.last, last.end <= index { path.removeLast() }
      guard step.kind == .scalar || step.kind == .linked else { continue }
      path.append((plan.responseKeys[Int(step.index)], Int(step.next)))
      let age = plan.age(at: index)
      if age == .none { continue }
      lines.append(
        ([path.map(\.name).joined(separator: "."), age.maxAge.map { "\($0)" }, age.staleWhileRevalidate.map { "+\($0)" }]
          + [age.isPrivate ? "private" : nil]).compactMap(\.self).joined(separator: " "))
    }
    return lines
  }

  @Test("The schema's ages")
  func schema() throws {
    let plan = try Self.plan("AgesSchemaQuery")
    #expect(plan.problems == [] && plan.age == .none && !plan.hasPrivateFields)
    #expect(
      Self.ages(plan) == [
        "stock.price 0", "stock.name 86400", "stock.exchange.name 86400", "latest 90", "latest.title 90", "latest.views 10", "latest.id 90",
      ])
  }

  @Test("Private and public data")
  func scopes() throws {
    let plan = try Self.plan("AgesPrivateQuery")
    #expect(plan.problems == [] && plan.hasPrivateFields)
    #expect(
      Self.ages(plan) == [
        "me 3600 private", "me.name 3600 private", "me.settings 3600 private", "me.settings.theme 3600 private", "me.country 86400",
        "me.country.code 86400", "me.favourites 120 private", "me.favourites.__typename private", "me.favourites.title 120 private",
        "me.favourites.id 120 private", "me.id 3600 private", "me.isSelected private",
      ])
  }

  @Test("Ages of documents")
  func documents() throws {
    let plan = try Self.plan("AgesDocumentQuery")
    #expect(plan.problems == [] && plan.age == FieldAge(maxAge: 900, staleWhileRevalidate: 60))
    #expect(Self.ages(plan) == ["node 30", "node.id 30", "node.headline 30", "node.views 0", "stock.price 0"])
    #expect(Self.ages(try Self.plan("AgesSharedQuery")).contains("me.name 40 +5 private"))
    #expect(try Self.plan("AgesNewsPaginationQuery").age == FieldAge(maxAge: 45))
    #expect(Self.ages(try Self.plan("AgesNewsPaginationQuery")) == ["news.edges.node.views 5"])
  }

  @Test("Invalidations")
  func invalidations() throws {
    let plan = try Self.plan("AgesPublishMutation")
    #expect(plan.problems == [] && Self.ages(plan) == ["publish.article.author.email private"])
    let found = plan.invalidations.map { invalidation in
      ([plan.responseKeys[Int(plan.steps[invalidation.step].index)]] + invalidation.places.map(Self.text).sorted()).joined(separator: " ")
    }
    #expect(found == ["publish Article.title Film.title Query.news", "author User"])
    #expect(try Self.plan("AgesPublishedSubscription").invalidations.first?.places.map(Self.text) == ["Article", "Film"])
  }

  private static func text(_ place: StalePlace) -> String {
    Keys.name(place.type) + (place.field.map { "." + Keys.name($0) } ?? "")
  }
}
