import { readSignedData, withoutPadding } from '#readers/cms'
import type { PdfSignature } from '#readers/pdf'
import { Asn1Error, orAsn1Error } from '#readers/x509'
import { type DecodedSigner, decodeSigner } from '../cms/decode-signer.js'
import { type Evidence, type HeldEvidence, joinHeld } from '../evidence.js'
import type { SignatureContext } from '../signature-context.js'

/** The decoded CMS message of a signature, with its evidence and time-stamps. Nothing is verified yet. */
export interface DecodedSignature extends DecodedSigner {
  readonly signature: PdfSignature
  /** Whether only zeros follow the message in `Contents`. */
  readonly isPadded: boolean
  readonly held: HeldEvidence
}

/** A signature value of PKCS #1 with the certificate beside it (ISO 32000-1, 12.8.3.2). ISO 32000-2 deprecates it, and PAdES has no place for it. */
const WITHOUT_MESSAGE = 'adbe.x509.rsa_sha1'
const withoutMessage =
  'it is of the old kind adbe.x509.rsa_sha1, which has no CMS message and binds no certificate (deprecated by ISO 32000-2, not accepted by EN 319 142-1)'

/**
 * Decodes the message of a signature and the time-stamps in it, and adds their evidence. Nothing is verified yet.
 *
 * @returns the error when the message cannot be decoded
 * @throws ReaderError with `limit` when a bound is reached
 */
export function decodeMessage(signature: PdfSignature, evidence: Evidence, context: SignatureContext): DecodedSignature | Asn1Error {
  const { limits, cache } = context
  if (signature.subFilter === WITHOUT_MESSAGE) return Asn1Error.finding('ASN1_CONTENT_TYPE', withoutMessage, 0)
  const read = orAsn1Error(() => {
    const { encoding, onlyZerosFollow } = withoutPadding(signature.contents, limits.asn1)
    return { message: readSignedData(encoding, limits.asn1, (der) => cache.certificate(der)), isPadded: onlyZerosFollow }
  })
  if (read instanceof Asn1Error) return read
  const { message, isPadded } = read
  const [signer] = message.signers
  if (signer === undefined) return Asn1Error.finding('ASN1_SIGNER_COUNT', 'the message has no signer', 0)
  const held = joinHeld([
    { certificates: evidence.addCertificates(message, 'cms-signed-data'), revocations: [] },
    ...message.ocspResponses.map((der) => evidence.addOcspResponse(der, 'cms-signed-data')),
    ...message.crls.map((der) => evidence.addCrl(der, 'cms-signed-data')),
  ])
  return { signature, isPadded, held, ...decodeSigner(message, signer, evidence, context) }
}
