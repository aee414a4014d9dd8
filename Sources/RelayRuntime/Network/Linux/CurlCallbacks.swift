#if !canImport(Darwin)
  import Foundation

  /// The functions that libcurl calls while it performs a transfer, on the thread of the transfer's loop.
  ///
  /// Their context is the address of a ``CurlTransfer``, which is valid: the transfer owns the handle and frees it when it is deallocated at
  /// the latest, and libcurl calls nothing after that. Buffers are valid during the call, for as many bytes as it says.
  enum CurlCallbacks {
    /// `CURL_WRITEFUNC_PAUSE`: nothing is taken, and nothing more is received until the transfer is resumed.
    private static let pause = 0x1000_0001
    /// `CURL_READFUNC_ABORT`
    private static let abort = 0x1000_0000
    /// `CURL_SEEKFUNC_OK`, `CURL_SEEKFUNC_FAIL` and `CURL_SEEKFUNC_CANTSEEK`
    private static let (sought, failed, cannotSeek): (CInt, CInt, CInt) = (0, 1, 2)

    /// The context of a transfer's callbacks.
    static func context(_ transfer: CurlTransfer) -> UnsafeRawPointer {
      unsafe UnsafeRawPointer(Unmanaged.passUnretained(transfer).toOpaque())
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
      guard let context = unsafe context else { return nil }
      return unsafe Unmanaged<CurlTransfer>.fromOpaque(context).takeUnretainedValue()
    }

    static let write: CurlFunctions.Write = { bytes, size, count, context in
      guard let transfer = unsafe CurlCallbacks.transfer(context), let bytes = unsafe bytes else { return 0 }
      if transfer.pausesIfFull() { return CurlCallbacks.pause }
      return transfer.receive(unsafe Data(bytes: bytes, count: size * count)) ? size * count : 0
    }

    static let header: CurlFunctions.Write = { bytes, size, count, context in
      guard let transfer = unsafe CurlCallbacks.transfer(context), let bytes = unsafe bytes else { return 0 }
      return transfer.receiveHeader(unsafe Data(bytes: bytes, count: size * count)) ? size * count : 0
    }

    static let read: CurlFunctions.Write = { buffer, size, count, context in
      guard let transfer = unsafe CurlCallbacks.transfer(context), let buffer = unsafe buffer,
        let bytes = transfer.nextBytes(upTo: size * count)
      else { return CurlCallbacks.abort }
      // There are at most as many as the buffer has room for.
      unsafe UnsafeMutableRawBufferPointer(start: buffer, count: size * count).copyBytes(from: bytes)
      return bytes.count
    }

    static let seek: CurlFunctions.Seek = { context, offset, origin in
      guard let transfer = unsafe CurlCallbacks.transfer(context), origin == SEEK_SET, offset >= 0 else { return CurlCallbacks.cannotSeek }
      return transfer.rewind(to: offset) ? CurlCallbacks.sought : CurlCallbacks.failed
    }

    static let progress: CurlFunctions.Progress = { context, _, received, _, sent in
      guard let transfer = unsafe CurlCallbacks.transfer(context) else { return 1 }
      return transfer.goesOn(received: received, sent: sent) ? 0 : 1
    }
  }
#endif
