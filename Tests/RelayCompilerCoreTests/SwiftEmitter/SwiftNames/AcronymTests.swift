import TestSupport
import Testing

@testable import RelayCompilerCore

/// Acronyms change words of names that begin with a capital.
@Suite("Acronyms")
struct AcronymTests {
  private static let acronyms = Acronyms(["URL", "ID", "HTTP", "OAuth", "MP3"])

  private static let spellings: [(name: String, spelling: String)] = [
    ("avatarUrl", "avatarURL"), ("urlOfAvatar", "urlOfAvatar"), ("UrlOfAvatar", "URLOfAvatar"), ("userId", "userID"), ("id", "id"),
    ("Id", "ID"), ("userIds", "userIDs"), ("idsOfUser", "idsOfUser"), ("avatarURL", "avatarURL"), ("avatarURLString", "avatarURLString"),
    ("avatarHTMLUrl", "avatarHTMLURL"), ("userIdentity", "userIdentity"), ("Idea", "Idea"), ("avatar_url", "avatar_url"),
    ("avatar_Url", "avatar_URL"), ("lastHttp2Url", "lastHTTP2URL"), ("userOauthId", "userOAuthID"), ("trackMp3", "trackMP3"),
    ("trackMp4", "trackMp4"), ("_", "_"), ("__typename", "__typename"), ("A", "A"), ("aUrlId1", "aURLID1"), ("isS", "isS"),
  ]

  @Test("Words", .cases)
  func words() {
    eachCase(of: Self.spellings) { name, spelling in
      #expect(Self.acronyms.spelling(Name(name)).string == spelling)
      #expect(Acronyms().spelling(Name(name)).string == name)
    }
  }

  @Test("A name whose spelling another has stays as it is")
  func collisions() {
    func spellings(_ names: String...) -> [String: String] {
      Dictionary(uniqueKeysWithValues: Self.acronyms.spellings(names.map { Name($0) }).map { ($0.key.string, $0.value.string) })
    }
    #expect(spellings("avatarUrl", "userId", "name") == ["avatarUrl": "avatarURL", "userId": "userID"])
    #expect(spellings("avatarUrl", "avatarURL") == [:])
    #expect(spellings("avatarURL", "userId", "avatarUrl", "userId") == ["userId": "userID"])
    #expect(spellings("aUrlId", "aUrlID", "name") == [:])
  }

  @Test("What an acronym is")
  func acronym() {
    for text in ["URL", "ID", "iOS", "OAuth", "MP3", "Url"] { #expect(Acronyms.isAcronym(text), "\(text)") }
    for text in ["", "A", "url", "U-R", "3D", "U RL", "ÜRL", "U_RL"] { #expect(!Acronyms.isAcronym(text), "\(text)") }
  }
}
