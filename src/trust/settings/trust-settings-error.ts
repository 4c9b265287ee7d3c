/** Closed list. README.md of `trust` describes each code. */
export type TrustSettingsErrorCode =
  | 'TRUST_PATH_MISSING'
  | 'TRUST_FILE_UNREADABLE'
  | 'TRUST_FILE_TOO_LARGE'
  | 'TRUST_FILE_KIND'
  | 'TRUST_FOLDER_EMPTY'
  | 'TRUST_TOO_MANY_FILES'
  | 'TRUST_TOO_MANY_CERTIFICATES'
  | 'TRUST_PEM'
  | 'TRUST_CERTIFICATE'
  | 'TRUST_ROLE_UNKNOWN'
  | 'TRUST_JSON'
  | 'TRUST_FIELD_UNKNOWN'
  | 'TRUST_FIELD_REPEATED'
  | 'TRUST_FIELD_MISSING'
  | 'TRUST_FIELD_VALUE'
  | 'TRUST_PERIODS'

/** The trust settings cannot be used. The process stops at the start with `message`, which says what to write instead. */
export class TrustSettingsError<Code extends string = TrustSettingsErrorCode> extends Error {
  override readonly name = 'TrustSettingsError'
  readonly code: Code
  /** The file or folder with the error. */
  readonly path: string
  /** The member with the error, such as `services[3].role`; null when the error concerns the file as a whole. */
  readonly field: string | null
  constructor(code: Code, path: string, field: string | null, sentence: string, options?: ErrorOptions) {
    super(`${path}${field === null ? '' : `, ${field}`}: ${sentence}`, options)
    this.code = code
    this.path = path
    this.field = field
  }
}
