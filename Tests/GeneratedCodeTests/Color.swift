public import RelayRuntime

/// A custom scalar of an app: `#rrggbb`.
public struct Color: CustomScalar {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// An action that a test runs during the conversion of a color from JSON.
  @TaskLocal static var whileDecoding: (@Sendable () -> Void)?

  public init(json: JSON) throws {
    Color.whileDecoding?()
    guard let text = json.stringValue, text.hasPrefix("#"), text.utf8.count == 7, let value = UInt32(text.dropFirst(), radix: 16) else {
      throw CustomScalarError(Color.self, json)
    }
    self.init(red: UInt8(value >> 16 & 255), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
  }

  public var json: JSON {
    let value = UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    let digits = String(value, radix: 16)
    return .string("#" + String(repeating: "0", count: 6 - digits.utf8.count) + digits)
  }

  public static var placeholder: Color { Color(red: 0, green: 0, blue: 0) }
}
