import type { Identity } from './certificate.js'
import { type CrlOptions, certificateRevocationList } from './crl.js'
import { context, integer, objectIdentifier, octetString, sequence, setOf, utf8String } from './der.js'
import { ocspResponse } from './ocsp.js'
import { attribute, type CmsOptions, cmsSignature, counterSignerInfo, type MadeSigner } from './pdf/cms.js'
import { moments, pki } from './pki.js'
import { type DigestName, digestAlgorithm, hash } from './signing.js'
import { type TimeStampOptions, timeStampToken } from './time-stamp.js'

const oids = {
  archiveTimeStampV3: '0.4.0.1733.2.4',
  hashIndex: { 1: '0.4.0.1733.2.5', 2: '0.4.0.19122.1.4', 3: '0.4.0.19122.1.5' },
  certificateValues: '1.2.840.113549.1.9.16.2.23',
  revocationValues: '1.2.840.113549.1.9.16.2.24',
  counterSignature: '1.2.840.113549.1.9.6',
  signerAttributes: '1.2.840.113549.1.9.16.2.18',
  signerAttributesV2: '0.4.0.19122.1.1',
  signerLocation: '1.2.840.113549.1.9.16.2.17',
  commitmentType: '1.2.840.113549.1.9.16.2.16',
  evidenceRecord: { internal: '1.2.840.113549.1.9.16.2.49', external: '1.2.840.113549.1.9.16.2.50' },
  ocspResponse: '1.3.6.1.5.5.7.16.2',
  basicResponse: '1.3.6.1.5.5.7.48.1.1',
} as const

export type CadesLevel = 'B' | 'T' | 'LT' | 'LTA'

/** One CAdES signature. Everything has a default that makes a sound signature of the level. */
export interface CadesOptions extends Partial<Omit<CmsOptions, 'revocations'>> {
  readonly level?: CadesLevel
  readonly timeStamp?: Partial<TimeStampOptions>
  readonly ocsp?: Parameters<typeof ocspResponse>[0] extends infer O ? Partial<O> : never
  /** Where certificates and revocation data of the signer stand: in the fields of the message, or in unsigned attributes of the signer. */
  readonly values?: 'message' | 'attributes'
  /** `basic`: the BasicOCSPResponse without what encloses it; in the message only. */
  readonly revocation?: 'ocsp' | 'basic' | 'crl'
  readonly crl?: Partial<CrlOptions>
  readonly archive?: ArchiveOptions
}

/** An archive-time-stamp-v3. What is left out is as it should be. */
export interface ArchiveOptions {
  readonly version?: 1 | 2 | 3
  /** Of the hash index. */
  readonly digest?: DigestName
  readonly timeStamp?: Partial<TimeStampOptions>
  /** Changes the digests in the hash index. */
  readonly index?: (index: HashIndex) => HashIndex
  /** Leaves the hash index out of the token. */
  readonly withoutIndex?: boolean
}

interface HashIndex {
  readonly certificates: readonly Buffer[]
  readonly revocations: readonly Buffer[]
  readonly unsigned: readonly Buffer[]
}

const digest = (octets: Buffer) => hash('sha256', octets)

/** A message with the content inside (`.p7m`), or over it (`.p7s`) with `enveloping: false`. */
export function cadesSignature(content: Buffer, options: CadesOptions & { readonly enveloping?: boolean } = {}): Buffer {
  const { level = 'LT', values = 'message', enveloping = true } = options
  const signer = options.signer ?? pki.signer
  const certificates = options.certificates ?? [signer.certificate, ...authoritiesOf(signer), pki.timeStampingUnit.certificate]
  const long = level === 'LT' || level === 'LTA'
  const response = ocspResponse({ certificate: signer, ...options.ocsp })
  const list = certificateRevocationList({ issuer: signer.issuer ?? signer, ...options.crl })
  const inOther =
    options.revocation === 'basic'
      ? [objectIdentifier(oids.basicResponse), basicResponseIn(response)]
      : [objectIdentifier(oids.ocspResponse), response]
  const stated = options.revocation === 'crl' ? list : context(1, ...inOther)
  return cmsSignature({
    signingTime: moments.signing,
    ...(level === 'B' ? {} : { timeStamps: (value) => [timeStampToken({ data: value, ...options.timeStamp })] }),
    ...options,
    covered: content,
    ...(enveloping ? { content: options.content ?? content } : {}),
    certificates,
    revocations: long && values === 'message' ? [stated] : [],
    unsigned: [
      ...(options.unsigned ?? []),
      ...(long && values === 'attributes'
        ? [
            () => attribute(oids.certificateValues, sequence(...certificates.map(({ der }) => der))),
            () =>
              attribute(
                oids.revocationValues,
                options.revocation === 'crl'
                  ? sequence(context(0, sequence(list)))
                  : sequence(context(1, sequence(basicResponseIn(response)))),
              ),
          ]
        : []),
      ...(level === 'LTA' ? [archiveTimeStamp(options.archive)] : []),
    ],
  })
}

function authoritiesOf(signer: Identity) {
  return signer.issuer === null ? [] : [signer.issuer.certificate]
}

/** The BasicOCSPResponse inside an OCSPResponse: the last octet string. */
function basicResponseIn(response: Buffer): Buffer {
  const marker = Buffer.from('06092b0601050507300101', 'hex')
  const at = response.indexOf(marker) + marker.length
  const lengthOctets = (response[at + 1] ?? 0) < 0x80 ? 1 : (response[at + 1] ?? 0) - 0x80 + 1
  return response.subarray(at + 1 + lengthOctets)
}

/** An archive-time-stamp-v3 with its hash index (EN 319 122-1, 5.5.3) over a signer so far. */
export function archiveTimeStamp(options: ArchiveOptions = {}): (made: MadeSigner) => Buffer {
  const { version = 3, digest: indexDigest = 'sha256', index: change = (index) => index } = options
  const digested = (octets: Buffer) => hash(indexDigest, octets)
  return (made) => {
    const { certificates, revocations, unsigned } = change({
      certificates: made.certificates.map(digested),
      revocations: made.revocations.map(digested),
      unsigned: made.unsigned.flatMap((each) => (version === 3 ? valuesOf(each).map(digested) : [digested(each)])),
    })
    const list = (digests: readonly Buffer[]) => sequence(...digests.map((value) => octetString(value)))
    const index = sequence(...(version === 1 ? [] : [digestAlgorithm(indexDigest)]), list(certificates), list(revocations), list(unsigned))
    const data = Buffer.concat([made.contentType, digest(made.covered), ...made.fields, index])
    const token = timeStampToken({
      data,
      genTime: moments.archive,
      ...(options.withoutIndex === true ? {} : { unsigned: [attribute(oids.hashIndex[version], index)] }),
      ...options.timeStamp,
    })
    return attribute(oids.archiveTimeStampV3, token)
  }
}

/** Type and value of an attribute with one value, as version 3 of the hash index digests them. */
function valuesOf(encoded: Buffer): readonly Buffer[] {
  const inside = skipHeader(encoded)
  const typeLength = 2 + (inside[1] ?? 0)
  const type = inside.subarray(0, typeLength)
  return [Buffer.concat([type, skipHeader(inside.subarray(typeLength))])]
}

function skipHeader(encoded: Buffer): Buffer {
  const first = encoded[1] ?? 0
  return encoded.subarray(first < 0x80 ? 2 : 2 + (first & 0x7f))
}

/** A counter-signature over the value of a signer (RFC 5652, 11.4); sound, and of the second signer, where nothing else is said. */
export function counterSignature(options: Partial<CmsOptions> = {}): (made: MadeSigner) => Buffer {
  return ({ value }) =>
    attribute(
      oids.counterSignature,
      counterSignerInfo({ signer: pki.secondSigner, signingTime: moments.signing, covered: value, ...options }),
    )
}

/** A counter-signature attribute whose value is something else. */
export const unreadableCounterSignature = () => attribute(oids.counterSignature, setOf())

/** signer-attributes (RFC 5126, 5.11.3) or signer-attributes-v2 (EN 319 122-1, 5.2.6.1) with claimed attributes. */
export function signerAttributes(version: 'v1' | 'v2', claimed: readonly Buffer[], tagging: 'explicit' | 'implicit' = 'explicit'): Buffer {
  const list = context(0, ...(tagging === 'explicit' ? [sequence(...claimed)] : claimed))
  return attribute(version === 'v1' ? oids.signerAttributes : oids.signerAttributesV2, sequence(list))
}

/** A claimed attribute with texts, by the type `role` of X.520. */
export const claimedRole = (...texts: readonly string[]): Buffer => attribute('2.5.4.72', ...texts.map((text) => utf8String(text)))

/** commitment-type-indication (EN 319 122-1, 5.2.3). */
export const commitmentType = (oid: string): Buffer => attribute(oids.commitmentType, sequence(objectIdentifier(oid)))

/** signer-location (EN 319 122-1, 5.2.5). */
export const signerLocation = (country: string, locality: string): Buffer =>
  attribute(oids.signerLocation, sequence(context(0, utf8String(country)), context(1, utf8String(locality))))

/** An evidence record in an unsigned attribute (RFC 4998, appendix A), which holds anything. */
export const evidenceRecord = (kind: 'internal' | 'external' = 'internal') => attribute(oids.evidenceRecord[kind], sequence(integer(1)))
