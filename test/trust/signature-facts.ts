import { generateKeyPairSync } from 'node:crypto'
import { limits } from '#config'
import type { CertificateFacts, RevocationFacts, SignatureFacts, TimeStampFacts, TrustService } from '#model'
import { createDecodedCache, type DecodedCache, readCrl } from '#readers/x509'
import { buildTrustSnapshot, type TrustIndex } from '#trust'
import type { Identity } from '../support/certificate.js'
import type { TestKey } from '../support/keys.js'
import { indexSnapshot } from '../support/validation-context.js'

export const newCache = (): DecodedCache => createDecodedCache({ limits: limits.asn1, kept: null })

/** A key that no other test has. */
export function freshKey(name: string): TestKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { name, privateKey, publicKeyInfo: publicKey.export({ type: 'spki', format: 'der' }) }
}

export interface FactsInput {
  readonly signer?: Buffer | null
  /** Further certificates of the signature, those in responses are added by themselves. */
  readonly certificates?: readonly Buffer[]
  readonly ocsp?: readonly Buffer[]
  readonly crls?: readonly Buffer[]
  readonly timeStamps?: readonly { readonly unit: Buffer; readonly genTime: number }[]
}

/** Facts of a signature of which trust looks at nothing but certificates, tokens and revocation data. */
export function signatureFacts(cache: DecodedCache, input: FactsInput): SignatureFacts {
  const responses = (input.ocsp ?? []).map((der) => cache.ocspResponse(der)).filter((response) => response.kind === 'basic')
  const certificates = new Map<string, CertificateFacts>()
  const add = (facts: CertificateFacts): CertificateFacts => {
    certificates.set(facts.id, facts)
    return facts
  }
  const signer = input.signer == null ? null : add(cache.certificate(input.signer).facts)
  for (const der of input.certificates ?? []) add(cache.certificate(der).facts)
  for (const response of responses) for (const certificate of response.certificates) add(certificate.facts)
  const timeStamps = (input.timeStamps ?? []).map(({ unit, genTime }) => timeStamp(add(cache.certificate(unit).facts), genTime))
  const serialNumbers = new Set(Array.from(certificates.values(), (facts) => facts.serialNumber))
  const revocations: RevocationFacts[] = [
    ...responses.map((response) => ({ ...response.facts, origin: 'revocation-values' as const })),
    ...(input.crls ?? []).map((der) => ({ ...readCrl(der, limits.asn1, serialNumbers).facts, origin: 'revocation-values' as const })),
  ]
  return {
    source: { file: 'META-INF/signatures0.xml', index: 0 },
    id: 'S0',
    contentDigest: '00',
    identifier: { signatureValue: '', dataToBeSigned: null },
    profile: { name: 'asic-e' },
    syntax: { name: 'xades', canonicalization: '' },
    level: 'LT',
    proofOfTime: 'time-stamp',
    scopes: [],
    claimedSigningTime: null,
    unreadableSigningTime: null,
    signatureAlgorithm: { identifier: '', encryption: 'ECDSA', digest: 'SHA256' },
    signatureValue: { status: 'intact', digestInfoWithoutNull: false },
    references: [],
    signingCertificate: signer?.id ?? null,
    signingCertificateReferences: [],
    signingCertificateReferenceSigned: true,
    policy: null,
    timeStamps,
    unreadableTimeStamps: [],
    revocations,
    unreadableRevocations: [],
    timeMarks: [],
    certificates: [...certificates.values()],
    claimedRoles: [],
    commitmentTypes: [],
    productionPlace: null,
    reason: null,
    structure: [],
  }
}

function timeStamp(unit: CertificateFacts, genTime: number): TimeStampFacts {
  return {
    id: `time-stamp of ${unit.id}`,
    encoded: Buffer.alloc(0),
    kind: 'signature',
    genTime,
    serialNumber: '1',
    tsaPolicy: '1.2.3',
    tsaName: null,
    imprint: { digest: { identifier: '', algorithm: 'SHA256', value: '' }, status: 'intact' },
    token: {
      signatureAlgorithm: { identifier: '', encryption: 'ECDSA', digest: 'SHA256' },
      digestAlgorithm: 'SHA256',
      messageDigestAlgorithm: 'SHA256',
      messageDigestIntact: true,
      signature: 'intact',
      signingCertificateAttribute: 'match',
    },
    signingCertificate: unit.id,
    certificates: [unit.id],
    coverage: { signatureValue: true, signedData: true, certificates: [], revocations: [], timeStamps: [] },
  }
}

export type Listed = readonly [der: Buffer, type?: TrustService['periods'][number]['type']]

/** An index of one service for each certificate, granted since 2010. */
export function indexOf(cache: DecodedCache, ...listed: readonly Listed[]): TrustIndex {
  const certificates = listed.map(([der]) => cache.certificate(der).facts)
  const services = listed.map(([, type = 'CA/QC'], index): TrustService => {
    const facts = certificates[index]
    if (facts === undefined) throw new Error('unreachable')
    return {
      id: `settings:test.json#${index + 1}`,
      name: `service ${index + 1}`,
      source: 'settings:test.json',
      certificates: [facts.id],
      periods: [{ type, status: 'granted', from: Date.parse('2010-01-01T00:00:00Z'), to: null }],
      timeMarkResponder: false,
    }
  })
  const sources = [{ id: 'settings:test.json', kind: 'settings', facts: {} }] as const
  return indexSnapshot(buildTrustSnapshot([{ sources, services, certificates }]), cache)
}

export const derOf = (identity: Identity): Buffer => identity.certificate.der
