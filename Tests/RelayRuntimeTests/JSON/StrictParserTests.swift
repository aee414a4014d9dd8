#if os(Linux) || os(macOS)
  import Foundation
  import TestSupport
  import Testing

  @testable import RelayRuntime

  /// Mutated texts, parsed by this parser and by Python's, which is made to follow UTF-8 and RFC 8259 strictly here.
  ///
  /// For many texts: `RELAY_JSON_FUZZ=20000 swift test --filter StrictParserTests`.
  @Suite("JSON by two parsers", .hangGuard)
  struct StrictParserTests {
    /// Reads texts, each preceded by its length, and writes one line for each: its value, or `-` if it is not JSON.
    private static let script = #"""
      import json, struct, sys, threading, unicodedata

      def text(value):
          return "".join("\ufffd" if "\ud800" <= c <= "\udfff" else c for c in value)

      def integer(digits):
          if len(digits) < 25 and -2**63 <= int(digits) < 2**63:
              return int(digits)
          return float(digits)

      def members(pairs):
          result = {}
          for name, value in pairs:
              name = text(name)
              # Names that are equal as Swift's strings have one place.
              result[unicodedata.normalize("NFC", name)] = (name, value)
          return dict(result.values())

      def refuse(constant):
          raise ValueError(constant)

      def deepest(source):
          level = most = 0
          inside = escaped = False
          for c in source:
              if inside:
                  if escaped: escaped = False
                  elif c == "\\": escaped = True
                  elif c == '"': inside = False
              elif c == '"': inside = True
              elif c in "[{":
                  level += 1
                  most = max(most, level)
              elif c in "]}": level -= 1
          return most

      def canonical(value):
          if value is None: return "n"
          if value is True: return "t"
          if value is False: return "f"
          if isinstance(value, int): return "i%d" % value
          if isinstance(value, float): return "d" + struct.pack(">d", value).hex()
          if isinstance(value, str): return "s" + text(value).encode().hex()
          if isinstance(value, list): return "[" + ",".join(map(canonical, value)) + "]"
          pairs = sorted((name.encode(), item) for name, item in value.items())
          return "{" + ",".join(name.hex() + ":" + canonical(item) for name, item in pairs) + "}"

      def main():
          data = open(sys.argv[1], "rb").read()
          lines = []
          position = 0
          while position < len(data):
              (length,) = struct.unpack_from("<I", data, position)
              source = data[position + 4 : position + 4 + length]
              position += 4 + length
              try:
                  source = source.removeprefix(b"\xef\xbb\xbf").decode("utf-8")
                  value = json.loads(
                      source, parse_constant=refuse, parse_int=integer, object_pairs_hook=members)
                  lines.append("-" if deepest(source) > 512 else canonical(value))
              except ValueError:
                  lines.append("-")
          open(sys.argv[2], "w").write("\n".join(lines))

      sys.setrecursionlimit(100000)
      threading.stack_size(256 << 20)
      thread = threading.Thread(target=main)
      thread.start()
      thread.join()
      """#

    private static func hex(_ text: String) -> String { text.utf8.map { String(0x100 + Int($0), radix: 16).dropFirst() }.joined() }

    private static func canonical(_ value: JSON) -> String {
      switch value {
      case .null: return "n"
      case .bool(let value): return value ? "t" : "f"
      case .int(let value): return "i\(value)"
      case .double(let value):
        let digits = String(value.bitPattern, radix: 16)
        return "d" + String(repeating: "0", count: 16 - digits.count) + digits
      case .string(let text): return "s" + hex(text)
      case .array(let items): return "[" + items.map { canonical($0) }.joined(separator: ",") + "]"
      case .object(let members):
        let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return "{" + sorted.map { hex($0.key) + ":" + canonical($0.value) }.joined(separator: ",") + "}"
      }
    }

    private static let bases = [
      Friends.page([("c1", "1"), nil, ("c2", "2"), ("é \"quoted\"", "3")], hasNext: true),
      #"{"a":[1,-2.5e3,0,-0,1E+2,0.1,true,false,null],"e\u0301":"\ud83d\ude00 😀 \n\t\\\/\"","é":{},"":[[[{"x":"€"}]]]}"#,
      #"[9223372036854775807,-9223372036854775808,1.7976931348623157e308,5e-324,"\u0000\u001f\u007f"]"#,
      " [ { } , [ ] , \"\\u00e9\" , \"ß\u{10FFFF}\" ]\r\n\t ", "\u{FEFF}\"x\"", "7", "\"\"",
    ].map { Array($0.utf8) }

    private static let inserts: [[UInt8]] =
      [
        "null", "{}", "[]", "-1", "-", "1e999", "-1e-999", "123456789012345678901234567890", "9223372036854775808", "-9223372036854775809",
        "-0.0",
        "01", "1.", ".5", "+1", "1e", "NaN", "Infinity", "\"\"", #""\ud800""#, #""\udc00\ud800""#, #""\uD83D\uDE00""#, #""\u0000""#, #"\x"#,
        #"\u12"#,
        #""a":1,"a":2,"#, #""\u0061":3,"#, "'", "//", ",", ":", "}", "]", "\u{FEFF}", "\u{A0}", "\u{2028}", "\u{C}", "\u{0}", "é",
        "e\u{301}", "tru", "True",
      ].map { Array($0.utf8) } + [
        [0xFF], [0xC3], [0xC0, 0xAF], [0xE0, 0x80, 0xAF], [0xED, 0xA0, 0x80], [0xED, 0xB0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0x80],
        [0xE2, 0x82],
        [0xF8, 0x88, 0x80, 0x80, 0x80],
      ]

    private static func mutate(_ random: inout SplitMix) -> [UInt8] {
      var bytes = bases[Int.random(in: 0..<bases.count, using: &random)]
      for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<9, using: &random) {
        case 0: bytes.removeLast(bytes.count - place)
        case 1: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 2: bytes.remove(at: place)
        case 3: bytes.insert(contentsOf: inserts[Int.random(in: 0..<inserts.count, using: &random)], at: place)
        case 4, 5:
          // A value becomes a different one.
          if let start = bytes[place...].firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") }),
            let end = bytes[(start + 1)...].firstIndex(where: { ",}]".utf8.contains($0) })
          {
            bytes.replaceSubrange(start + 1..<end, with: inserts[Int.random(in: 0..<inserts.count, using: &random)])
          }
        case 6:
          let end = min(bytes.count, place + Int.random(in: 1..<40, using: &random))
          bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 7: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &random))
        default:
          let depth = Int.random(in: 1..<700, using: &random)
          bytes = Array(repeating: UInt8(ascii: "["), count: depth) + bytes + Array(repeating: UInt8(ascii: "]"), count: depth)
        }
      }
      return bytes
    }

    @Test("both accept the same texts, and read the same values")
    func agreement() throws {
      let count = TestEffort.repetitions(10_000, unless: "RELAY_JSON_FUZZ")
      var random = SplitMix(seed: 8259)
      let texts = (0..<count).map { _ in Self.mutate(&random) } + Self.bases
      let folder = try TemporaryFolder("relay-json")
      defer { withExtendedLifetime(folder) {} }
      let (input, output) = (folder.url.appendingPathComponent("texts"), folder.url.appendingPathComponent("values"))
      var all = Data()
      for text in texts {
        for shift in [0, 8, 16, 24] { all.append(UInt8(truncatingIfNeeded: text.count >> shift)) }
        all.append(contentsOf: text)
      }
      try all.write(to: input)
      let python = try ProcessRun.wait(
        for: URL(fileURLWithPath: "/usr/bin/env"), ["python3", "-c", Self.script, input.path, output.path], mergesErrors: true)
      try #require(python.status == 0, "\(python.output)")
      let lines = String(decoding: try Data(contentsOf: output), as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      try #require(lines.count == texts.count)
      var (accepted, disagreements) = (0, 0)
      for (text, line) in zip(texts, lines) {
        let value = try? JSON(parsing: Data(text))
        if value != nil { accepted += 1 }
        let read = value.map { Self.canonical($0) } ?? "-"
        if read.hasSameBytes(as: String(line)) { continue }
        disagreements += 1
        guard disagreements <= 10 else { continue }
        Issue.record(
          "\(String(decoding: text, as: UTF8.self).prefix(500)) is \(read.prefix(500)) here and \(line.prefix(500)) there; seed \(random.seed)"
        )
      }
      print("of \(texts.count) texts \(accepted) are JSON; \(disagreements) disagreements")
      #expect(disagreements == 0, "seed \(random.seed)")
      #expect(accepted > texts.count / 20 && accepted < texts.count)
    }
  }
#endif
