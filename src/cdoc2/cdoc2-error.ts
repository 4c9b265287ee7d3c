/**
 * Why a container cannot be read or opened. Closed and stable; a code is never reused.
 *
 * - `not-cdoc2`, `unsupported-version`, `header-length`, `truncated`, `malformed-header`: the envelope or its header cannot be read
 * - `payload-method`, `fmk-method`, `fmk-length`, `ec-curve`, `ec-point`, `rsa-key`, `salt-length`, `pw-params`: a value in the header is not acceptable
 * - `no-recipient`: no recipient of the container fits what was given
 * - `unsupported-recipient`: the recipient fits, but this program cannot open its kind
 * - `wrong-secret`: the key that was given cannot do what its recipient needs
 * - `capsule`: the key server did not hand out what the recipient needs
 * - `header-hmac`: wrong key or password, or a changed header; the format has no way to tell which
 * - `payload-auth`: the content was changed or cut
 * - `zlib`, `trailing-data`, `tar-header`, `tar-end`, `tar-truncated`, `tar-entry-type`, `file-name`, `duplicate-name`: authenticated content that breaks the format
 * - `too-many-entries`, `compression-ratio`, `too-large`: a bound was reached
 * - `input-changed`: a file that is encrypted was changed while it was read
 */
export type Cdoc2ErrorCode =
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

/** What is wrong with a container, or with what was given to open or make one. The message is a sentence without its full stop. */
export class Cdoc2Error extends Error {
  override readonly name = 'Cdoc2Error'
  readonly code: Cdoc2ErrorCode

  constructor(code: Cdoc2ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
