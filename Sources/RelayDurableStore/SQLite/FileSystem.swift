import Foundation

/// Which file systems a database can be on.
enum FileSystem {
  /// Whether the files are on another machine: the memory that readers and writers share would not be shared.
  static func isRemote(_ folder: URL) -> Bool {
    #if canImport(Darwin)
      var status = statfs()
      return unsafe statfs(folder.path, &status) == 0 && status.f_flags & UInt32(MNT_LOCAL) == 0
    #else
      var status = stat()
      guard unsafe stat(folder.path, &status) == 0, let mounts = try? String(contentsOfFile: "/proc/self/mountinfo", encoding: .utf8) else {
        return false
      }
      return isRemote(device: UInt64(status.st_dev), mounts: mounts)
    #endif
  }

  /// - Parameters:
  ///   - device: `st_dev` of Linux' `stat`.
  ///   - mounts: the contents of `/proc/self/mountinfo`.
  static func isRemote(device: UInt64, mounts: String) -> Bool {
    let (major, minor) = (device >> 8 & 0xFFF | device >> 32 & ~0xFFF, device & 0xFF | device >> 12 & ~0xFF)
    let number = "\(major):\(minor)"
    // By bytes: this is read whenever a store is opened.
    for line in mounts.utf8.split(separator: UInt8(ascii: "\n")) {
      // 36 35 98:0 /root /mount/point rw,noatime shared:1 - type source options
      guard line.split(separator: UInt8(ascii: " "), maxSplits: 3).dropFirst(2).first?.elementsEqual(number.utf8) == true else { continue }
      let fields = Substring(line).split(separator: " ")
      guard let separator = fields.firstIndex(of: "-"), separator + 1 < fields.count else { continue }
      return remoteTypes.contains(String(fields[separator + 1]))
    }
    return false
  }

  private static let remoteTypes = [
    "9p", "afs", "ceph", "cifs", "coda", "fuse.sshfs", "glusterfs", "fuse.glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs",
  ]
}
