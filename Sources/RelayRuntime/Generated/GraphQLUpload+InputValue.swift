import Foundation

extension GraphQLUpload: Generated.InputValue {
  public static func __input(_ json: JSON?) -> GraphQLUpload { GraphQLUpload(filename: "", bytes: Data()) }
  public static func __input(_ json: JSON?, _ files: Generated.InputFiles) -> GraphQLUpload { files.whole ?? __input(json) }
  public var __json: JSON? { .null }
  public var __files: Generated.InputFiles { Generated.InputFiles(self) }
}
