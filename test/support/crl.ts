import type { Identity } from './certificate.js'
import { keyHash } from './certificate.js'
import { bitString, boolean, context, contextPrimitive, enumerated, integer, objectIdentifier, octetString, sequence, time } from './der.js'
import { encodeName, type Name } from './names.js'
import { hours, moments } from './pki.js'
import { type SignatureScheme, schemeFor, signatureAlgorithm, signBytes } from './signing.js'

export interface CrlOptions {
  readonly issuer: Identity
  readonly revoked?: readonly { readonly serialNumber: bigint; readonly revokedAt: number; readonly reason?: number }[]
  readonly thisUpdate?: number
  readonly nextUpdate?: number | null
  readonly scheme?: SignatureScheme
  /** Written instead of the issuer's subject. */
  readonly issuerName?: Name
  /** Further extensions of the list. */
  readonly extensions?: readonly CrlExtension[]
  /** Further extensions of every entry. */
  readonly entryExtensions?: readonly CrlExtension[]
  readonly tamperSignature?: (signature: Buffer) => Buffer
}

export interface CrlExtension {
  readonly oid: string
  readonly critical?: boolean
  /** Content of extnValue, DER. */
  readonly value: Buffer
}

const extension = ({ oid, critical, value }: CrlExtension): Buffer =>
  sequence(objectIdentifier(oid), critical === true ? boolean(true) : null, octetString(value))

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
      reason === undefined && options.entryExtensions === undefined
        ? null
        : sequence(
            reason === undefined ? null : sequence(objectIdentifier('2.5.29.21'), octetString(enumerated(reason))),
            ...(options.entryExtensions ?? []).map(extension),
          ),
    ),
  )
  const extensions = sequence(
    sequence(objectIdentifier('2.5.29.35'), octetString(sequence(contextPrimitive(0, keyHash(issuer.certificate.publicKeyInfo))))),
    sequence(objectIdentifier('2.5.29.20'), octetString(integer(7))),
    ...(options.extensions ?? []).map(extension),
  )
  const tbs = sequence(
    integer(1),
    signatureAlgorithm(scheme),
    encodeName(options.issuerName ?? issuer.certificate.subject),
    time(thisUpdate),
    nextUpdate === null ? null : time(nextUpdate),
    entries.length === 0 ? null : sequence(...entries),
    context(0, extensions),
  )
  const signature = signBytes(issuer.key.privateKey, scheme, tbs, 'der')
  return sequence(tbs, signatureAlgorithm(scheme), bitString(options.tamperSignature?.(signature) ?? signature))
}
