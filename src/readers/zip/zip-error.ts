import { ReaderError } from '#model'

/** Every reason for which an archive or an entry is refused. A code is never reused after its removal. */
export type ZipErrorCode =
  /** No end of central directory record: not a ZIP archive, or its end is missing. */
  | 'ZIP_NO_END_RECORD'
  /** The archive comment does not end where the file ends: bytes were removed or appended, or the comment contains a second end record. */
  | 'ZIP_TRAILING_BYTES'
  /** The archive is one part of several. */
  | 'ZIP_SEVERAL_DISKS'
  /** The ZIP64 end record is missing, misplaced, or contradicts the ordinary one. */
  | 'ZIP_ZIP64'
  /** The central directory does not have the position, size or number of entries that the end record states, or an entry of it is truncated. */
  | 'ZIP_CENTRAL_DIRECTORY'
  /** The archive has no entry. */
  | 'ZIP_EMPTY'
  /** The extra field of an entry is truncated, repeats a block, or lacks the ZIP64 sizes that the header requires. */
  | 'ZIP_EXTRA_FIELD'
  /** A name that is empty, contains NUL, is not the UTF-8 that it claims to be, or differs from the name in its extra field. */
  | 'ZIP_NAME'
  /** Two entries have the same name, or names that unzip writes to one file. */
  | 'ZIP_DUPLICATE_ENTRY'
  /** By its attributes, or by a block of its extra field, an entry is a link or a device, or a folder with the name of a file. */
  | 'ZIP_FILE_TYPE'
  /** An entry is encrypted, or its header is masked. */
  | 'ZIP_ENCRYPTED'
  /** A compression method other than stored (0) and deflated (8). */
  | 'ZIP_METHOD'
  /** A stored entry whose packed and unpacked sizes differ, or a directory with content. */
  | 'ZIP_SIZE_CLAIM'
  /** The central directory points to something that is not a complete local header. */
  | 'ZIP_LOCAL_HEADER'
  /** Local header or data descriptor and central directory describe different entries, or a second descriptor describes a part of an entry. */
  | 'ZIP_HEADER_MISMATCH'
  /** Two entries share bytes. */
  | 'ZIP_OVERLAP'
  /** Bytes before, between or after the entries that belong to none of them. */
  | 'ZIP_UNACCOUNTED_BYTES'
  /** The deflate stream is broken, truncated, or followed by further bytes. */
  | 'ZIP_DEFLATE'
  /** The entry does not unpack to the size that is stated. */
  | 'ZIP_SIZE'
  /** The CRC of an entry is wrong. */
  | 'ZIP_CRC'
  /** Limit: number of entries. */
  | 'ZIP_LIMIT_ENTRIES'
  /** Limit: unpacked bytes of all entries. */
  | 'ZIP_LIMIT_UNPACKED'
  /** Limit: ratio of unpacked to packed size (archive bomb). */
  | 'ZIP_LIMIT_RATIO'
  /** Limit: length of a name. */
  | 'ZIP_LIMIT_NAME'

/** The archive cannot be read. `offset` is a position in the archive, `place` the name of the entry where one is known. */
export class ZipError extends ReaderError {
  override readonly name = 'ZipError'
  constructor(code: ZipErrorCode, message: string, offset: number | null = null, entry: string | null = null) {
    super(code, message, offset, code.startsWith('ZIP_LIMIT_'), entry)
  }
}
