/** Bounds of one archive. Exceeding a bound is a `ZipError` with `limit: true`. */
export interface ZipLimits {
  /** Number of entries. */
  readonly maxEntries: number
  /** Sum of the unpacked sizes that the central directory states, in bytes. `read()` never yields more than is stated. */
  readonly maxUnpackedBytes: number
  /** An entry, or the whole archive, that unpacks to more than `ratioFreeBytes` must not be larger than `maxRatio` times its packed size. */
  readonly maxRatio: number
  readonly ratioFreeBytes: number
  /** Length of one encoded name, in bytes. */
  readonly maxNameBytes: number
}
