/// RFC 3339 timestamps, without a formatter object.
enum DateText {
  /// Seconds since 1970 of a timestamp or a calendar date; `nil` for anything else, and for days and times that do not exist.
  static func parse(_ text: String) -> Double? {
    let bytes = Array(text.utf8.prefix(longest + 1))
    guard bytes.count <= longest else { return nil }
    var position = 0
    func digits(_ count: Int) -> Int? {
      guard position + count <= bytes.count else { return nil }
      var value = 0
      for index in position..<position + count {
        guard bytes[index] >= 0x30, bytes[index] <= 0x39 else { return nil }
        value = value * 10 + Int(bytes[index] - 0x30)
      }
      position += count
      return value
    }
    func take(_ byte: UInt8) -> Bool {
      guard position < bytes.count, bytes[position] == byte else { return false }
      position += 1
      return true
    }
    guard let year = digits(4), take(UInt8(ascii: "-")), let month = digits(2), take(UInt8(ascii: "-")), let day = digits(2),
      (1...12).contains(month), (1...days(in: month, of: year)).contains(day)
    else { return nil }
    let days = Double(daysSince1970(year, month, day))
    if position == bytes.count { return days * 86400 }
    guard take(UInt8(ascii: "T")) || take(UInt8(ascii: "t")) || take(UInt8(ascii: " ")), let hour = digits(2),
      take(UInt8(ascii: ":")), let minute = digits(2), hour < 24, minute < 60
    else { return nil }
    var seconds = 0.0
    if take(UInt8(ascii: ":")) {
      guard let whole = digits(2), whole <= 60 else { return nil }
      seconds = Double(whole)
      if take(UInt8(ascii: ".")) {
        var scale = 0.1
        guard position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 else { return nil }
        while position < bytes.count, bytes[position] >= 0x30, bytes[position] <= 0x39 {
          seconds += Double(bytes[position] - 0x30) * scale
          scale /= 10
          position += 1
        }
      }
    }
    var offset = 0
    if position < bytes.count, !(take(UInt8(ascii: "Z")) || take(UInt8(ascii: "z"))) {
      let isEast = take(UInt8(ascii: "+"))
      guard isEast || take(UInt8(ascii: "-")), let hours = digits(2) else { return nil }
      _ = take(UInt8(ascii: ":"))
      guard let minutes = digits(2), hours < 24, minutes < 60 else { return nil }
      offset = (hours * 60 + minutes) * (isEast ? 60 : -60)
    }
    guard position == bytes.count else { return nil }
    return days * 86400 + Double(hour * 3600 + minute * 60 - offset) + seconds
  }

  /// A number of seconds since 1970 as a timestamp in UTC, clamped to the years 0 to 9999, which the format can represent.
  static func write(_ seconds: Double) -> String {
    let limited = min(max(seconds.isNaN ? 0 : seconds, -62_167_219_200), 253_402_300_799)
    let milliseconds = Int((limited * 1000).rounded())
    let whole = milliseconds >= 0 ? milliseconds / 1000 : (milliseconds - 999) / 1000
    let fraction = milliseconds - whole * 1000
    let day = whole >= 0 ? whole / 86400 : (whole - 86399) / 86400
    let rest = whole - day * 86400
    let (year, month, dayOfMonth) = civil(day)
    func padded(_ value: Int, _ width: Int) -> String {
      let digits = String(value)
      return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
    let date = "\(padded(year, 4))-\(padded(month, 2))-\(padded(dayOfMonth, 2))"
    let time = "\(padded(rest / 3600, 2)):\(padded(rest / 60 % 60, 2)):\(padded(rest % 60, 2))"
    return "\(date)T\(time)\(fraction == 0 ? "" : ".\(padded(fraction, 3))")Z"
  }

  /// The number of bytes of the longest text that is read, which is far more than a timestamp with nanoseconds has.
  private static let longest = 64

  private static func days(in month: Int, of year: Int) -> Int {
    let isLeapYear = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    switch month {
    case 2: return isLeapYear ? 29 : 28
    case 4, 6, 9, 11: return 30
    default: return 31
    }
  }

  /// Days from 1970-01-01 in the Gregorian calendar, counted in eras of 400 years that begin in March.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  private static func civil(_ day: Int) -> (Int, Int, Int) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthPart = (5 * dayOfYear + 2) / 153
    let month = monthPart + (monthPart < 10 ? 3 : -9)
    return (yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * monthPart + 2) / 5 + 1)
  }
}
