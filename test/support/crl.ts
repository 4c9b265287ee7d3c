import type { Identity } from './certificate.js'
import { keyHash } from './certificate.js'
import { bitString, context, contextPrimitive, enumerated, integer, objectIdentifier, octetString, sequence, time } from './der.js'
import { encodeName } from './names.js'
import { hours, moments } from './pki.js'
import { type SignatureScheme, schemeFor, signatureAlgorithm, signBytes } from './signing.js'

export interface CrlOptions {
  readonly issuer: Identity
  readonly revoked?: readonly { readonly serialNumber: bigint; readonly revokedAt: number; readonly reason?: number }[]
  readonly thisUpdate?: number
  readonly nextUpdate?: number | null
  readonly scheme?: SignatureScheme
  readonly tamperSignature?: (signature: Buffer) => Buffer
}

/** A certificate revocation list, version 2 (RFC 5280 5). */
export function certificateRevocationList(options: CrlOptions): Buffer {
  const { issuer, revoked = [] } = options
  const scheme = options.scheme ?? schemeFor(issuer.key.privateKey)
  const thisUpdate = options.thisUpdate ?? moments.ocsp - hours(1)
  const nextUpdate = options.nextUpdate === undefined ? thisUpdate + hours(24) : options.nextUpdate
  const entries = revoked.map(({ serialNumber, revokedAt, reason }) =>
    sequence(
      integer(serialNumber),
      time(revokedAt),
      reason === undefined ? null : sequence(sequence(objectIdentifier('2.5.29.21'), octetString(enumerated(reason)))),
    ),
  )
  const extensions = sequence(
    sequence(objectIdentifier('2.5.29.35'), octetString(sequence(contextPrimitive(0, keyHash(issuer.certificate.publicKeyInfo))))),
    sequence(objectIdentifier('2.5.29.20'), octetString(integer(7))),
  )
  const tbs = sequence(
    integer(1),
    signatureAlgorithm(scheme),
    encodeName(issuer.certificate.subject),
    time(thisUpdate),
    nextUpdate === null ? null : time(nextUpdate),
    entries.length === 0 ? null : sequence(...entries),
    context(0, extensions),
  )
  const signature = signBytes(issuer.key.privateKey, scheme, tbs, 'der')
  return sequence(tbs, signatureAlgorithm(scheme), bitString(options.tamperSignature?.(signature) ?? signature))
}
