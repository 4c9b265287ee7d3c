/** Bounds of one archive; reaching one is a `ZipError` with `limit: true`. */
export interface ZipLimits {
  readonly maxEntries: number
  /** Sum of the unpacked sizes that the central directory states, in bytes. `read()` never yields more than is stated. */
  readonly maxUnpackedBytes: number
  /** What unpacks to more than `ratioFreeBytes` may not be larger than `maxRatio` times its packed size: each entry, and all together. */
  readonly maxRatio: number
  readonly ratioFreeBytes: number
  /** Length of one encoded name, in bytes. */
  readonly maxNameBytes: number
}
