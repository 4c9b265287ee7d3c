import { ReaderError, translated } from '#model'
import type { Certificate, DecodedCache } from '#readers/x509'
import { withoutUtf8Mark } from '#std'
import { TrustSettingsError } from './trust-settings-error.js'

const begin = '-----BEGIN '
const dashes = '-----'

/** The kind of a file by its content; its name is not used. Throws `TrustSettingsError`. */
export function kindOfTrustFile(bytes: Uint8Array, path: string): 'settings' | 'pem' | 'der' {
  const buffer = withoutUtf8Mark(bytes)
  let first = 0
  while (isSpace(buffer[first])) first++
  if (buffer[first] === 0x7b || buffer[first] === 0x5b) return 'settings'
  if (buffer.includes(begin)) return 'pem'
  if (buffer[0] === 0x30) return 'der'
  const sentence = 'it is neither a settings file (JSON) nor a certificate (PEM or DER); name one of these, or a folder of them'
  throw new TrustSettingsError('TRUST_FILE_KIND', path, null, sentence)
}

/** The DER certificates of a PEM or DER file, in order. Text around PEM blocks is ignored, as RFC 7468, 5.2 allows. Throws `TrustSettingsError`. */
export function readCertificateFile(bytes: Uint8Array, path: string): readonly Buffer[] {
  const kind = kindOfTrustFile(bytes, path)
  if (kind === 'settings') {
    throw new TrustSettingsError('TRUST_FILE_KIND', path, null, 'it is a settings file; a service names files of certificates (PEM or DER)')
  }
  return kind === 'der' ? [asBuffer(bytes)] : readPem(asBuffer(bytes).toString('latin1'), path)
}

function readPem(text: string, path: string): readonly Buffer[] {
  const certificates: Buffer[] = []
  for (let at = text.indexOf(begin); at !== -1; at = text.indexOf(begin, at)) {
    const labelEnd = text.indexOf(dashes, at + begin.length)
    const label = labelEnd === -1 ? '' : text.slice(at + begin.length, labelEnd)
    if (label !== 'CERTIFICATE') {
      const what = label.length > 40 || /[^\w ]/.test(label) ? 'something else' : label === '' ? 'a broken block' : `a block "${label}"`
      throw new TrustSettingsError(
        'TRUST_PEM',
        path,
        null,
        `it contains ${what}; a file with trusted certificates may contain "CERTIFICATE" blocks only`,
      )
    }
    const end = text.indexOf(`${dashes}END CERTIFICATE${dashes}`, labelEnd)
    if (end === -1)
      throw new TrustSettingsError('TRUST_PEM', path, null, 'its last certificate has no END line; copy the whole certificate')
    const body = text.slice(labelEnd + dashes.length, end).replace(/\s+/g, '')
    if (body === '' || /[^A-Za-z0-9+/=]/.test(body)) {
      const sentence = `certificate ${certificates.length + 1} in it is not base64; copy the whole certificate again`
      throw new TrustSettingsError('TRUST_PEM', path, null, sentence)
    }
    certificates.push(Buffer.from(body, 'base64'))
    at = end
  }
  return certificates
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d
}

/** Extensions of the files that are read in a folder. A file that a setting names directly may have any extension. */
export const certificateExtensions: readonly string[] = ['.pem', '.crt', '.cer', '.der']

/** Decodes one certificate of a file; a damaged one stops the start. `number`: its position in the file, from 1. Throws `TrustSettingsError`. */
export function decodeCertificate(cache: DecodedCache, der: Buffer, path: string, number: number): Certificate {
  const damaged = (cause: ReaderError) => {
    const sentence = `certificate ${number} in it cannot be read (${cause.described}); replace it by the certificate as its issuer published it`
    return new TrustSettingsError('TRUST_CERTIFICATE', path, null, sentence, { cause })
  }
  return translated(ReaderError, () => cache.certificate(der), damaged)
}
