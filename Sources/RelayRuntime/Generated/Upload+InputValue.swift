import Foundation

extension Upload: InputValue {
  public static func __input(_ json: JSON?) -> Upload { Upload(filename: "", bytes: Data()) }
  public static func __input(_ json: JSON?, _ files: InputFiles) -> Upload { files.whole ?? __input(json) }
  public var __json: JSON? { .null }
  public var __files: InputFiles { InputFiles(self) }
}
