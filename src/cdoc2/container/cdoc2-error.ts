/**
 * Why a container cannot be read, opened or written. The list is closed; a code is never reused.
 *
 * - `not-cdoc2`, `unsupported-version`, `header-length`, `truncated`, `malformed-header`: the envelope or its header cannot be read
 * - `payload-method`, `fmk-method`, `fmk-length`, `ec-curve`, `ec-point`, `rsa-key`, `salt-length`, `pw-params`: a value in the header is not acceptable
 * - `no-recipient`: no recipient of the container matches the given secret, or a new container would have none or too many
 * - `unsupported-recipient`: the recipient matches, but this program does not support recipients of its kind
 * - `wrong-secret`: the given key is of a kind or size that cannot be used
 * - `capsule`: the key server did not return or store the key material of the recipient
 * - `header-hmac`: wrong key or password, or a changed header; the format does not allow to distinguish them
 * - `payload-auth`: the content was changed or truncated
 * - `zlib`, `trailing-data`, `tar-header`, `tar-end`, `tar-truncated`, `tar-entry-type`, `file-name`, `duplicate-name`: the content is authentic but violates
 *   the format
 * - `too-many-entries`, `compression-ratio`, `too-large`: a bound was exceeded
 * - `input-changed`: a file changed while it was being encrypted
 */
type Cdoc2ErrorCode =
  | 'not-cdoc2'
  | 'unsupported-version'
  | 'header-length'
  | 'truncated'
  | 'malformed-header'
  | 'payload-method'
  | 'fmk-method'
  | 'fmk-length'
  | 'ec-curve'
  | 'ec-point'
  | 'rsa-key'
  | 'salt-length'
  | 'pw-params'
  | 'no-recipient'
  | 'unsupported-recipient'
  | 'wrong-secret'
  | 'capsule'
  | 'header-hmac'
  | 'payload-auth'
  | 'zlib'
  | 'trailing-data'
  | 'tar-header'
  | 'tar-end'
  | 'tar-truncated'
  | 'tar-entry-type'
  | 'file-name'
  | 'duplicate-name'
  | 'too-many-entries'
  | 'compression-ratio'
  | 'too-large'
  | 'input-changed'

/** A problem of a container, or of the input with which one is opened or written. The message is a sentence without a full stop. */
export class Cdoc2Error extends Error {
  override readonly name = 'Cdoc2Error'
  readonly code: Cdoc2ErrorCode

  constructor(code: Cdoc2ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
