import { describe, expect, it } from 'vitest'
import type { Instant, Provable } from '#model'
import { concludeSignature, POLv1, POLv3, type ValidationPolicy } from '#validation/policy'
import { provableUntil } from '#validation/provable'
import { withEnds } from '../../../src/validation/provable/with-ends.js'
import { evaluateSignature, policyWith } from '../policy/concluding.js'
import {
  changeCertificate,
  changed,
  type Evidence,
  soundArchive,
  soundLongTerm,
  soundTimeMark,
  validationTime,
} from '../policy/sound-signatures.js'

const day = 24 * 3_600_000
const read = ({ facts, data }: Evidence) => ({ kind: 'read', facts, data }) as const

function provable(evidence: Evidence, policy: ValidationPolicy = POLv1, at: Instant = validationTime): Provable {
  return provableUntil(policy, read(evidence), evaluateSignature(policy, evidence.facts, evidence.data, at), [])
}

/** The verdict by the ends that count, at a time. */
function verdictAt(evidence: Evidence, at: Instant, policy: ValidationPolicy = withEnds(POLv1)): string {
  return concludeSignature(policy, read(evidence), { validationTime: at }).indication
}

/** The certificate of the unit, and with it those of authorities, last until another time. */
const unitUntil = (evidence: Evidence, notAfter: Instant) =>
  changed(evidence, (next) => changeCertificate(next, 'Unit', (unit) => Object.assign(unit, { notAfter })))
/** Time-stamp, certificates and responses with elliptic curves, which have no end. */
const elliptic = (evidence: Evidence) =>
  changed(evidence, ({ facts, data }) => {
    const algorithm = { identifier: 'ecdsa-sha256', encryption: 'ECDSA', digest: 'SHA256' } as const
    for (const certificate of [...facts.certificates, ...data.certificates])
      Object.assign(certificate, {
        signatureAlgorithm: algorithm,
        publicKey: { ...certificate.publicKey, algorithm: 'ECDSA', size: 384, curve: 'P-384' },
      })
    for (const each of facts.revocations) Object.assign(each, { signatureAlgorithm: algorithm })
    for (const each of facts.timeStamps) Object.assign(each.token, { signatureAlgorithm: algorithm })
  })

const rsaEnd = Date.UTC(2029, 0, 1)

describe('provable until', () => {
  it('a signature with RSA in its chain is provable until the end of RSASSA-PKCS1-v1_5, and an archive time-stamp before extends it', () => {
    const evidence = unitUntil(soundLongTerm(), Date.UTC(2035, 0, 1))
    const found = provable(evidence)
    expect(found).toMatchObject({ state: 'until', ends: 'TS 119 312 V1.5.1', until: rsaEnd, extension: 'archive-time-stamp' })
    expect(found.cause?.key).toBe('revocation-algorithm-acceptable')
    expect(found.reason).toEqual({ kind: 'algorithm', algorithm: 'RSA with SHA256' })
    expect([verdictAt(evidence, rsaEnd - day), verdictAt(evidence, rsaEnd + day)]).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
    expect([verdictAt(evidence, rsaEnd - 1), verdictAt(evidence, rsaEnd)]).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
  })

  it('a signature is provable until the certificate of its last time-stamp ends, when that is earlier', () => {
    const end = Date.UTC(2027, 5, 1)
    const evidence = unitUntil(soundLongTerm(), end)
    const found = provable(evidence)
    expect(found).toMatchObject({ state: 'until', until: end + 1000, extension: 'archive-time-stamp' })
    expect([found.cause?.key, found.cause?.facts['usage']]).toEqual(['certificate-valid', 'time-stamp'])
    expect([verdictAt(evidence, end), verdictAt(evidence, end + 1000)]).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
  })

  it('the end of the certificate of the signer ends nothing while its time-stamp holds', () => {
    const [signerEnd, unitEnd] = [Date.UTC(2027, 5, 1), Date.UTC(2030, 0, 1)]
    const evidence = unitUntil(
      changed(soundLongTerm(), (next) => changeCertificate(next, 'Signer', (signer) => Object.assign(signer, { notAfter: signerEnd }))),
      unitEnd,
    )
    expect(provable(evidence)).toMatchObject({ state: 'until', until: rsaEnd })
    expect([verdictAt(evidence, signerEnd + 1000), verdictAt(evidence, rsaEnd - 1), verdictAt(evidence, rsaEnd)]).toEqual([
      'TOTAL-PASSED',
      'TOTAL-PASSED',
      'INDETERMINATE',
    ])
  })

  it('an archive time-stamp extends the chain to its own end', () => {
    const end = Date.UTC(2027, 5, 1)
    const archived = changed(elliptic(soundArchive()), ({ facts, data }) => {
      const [stamp, archive] = facts.timeStamps
      if (stamp === undefined || archive === undefined) throw new TypeError('no time-stamps')
      const unit = data.certificates.find(({ id }) => id === 'Unit')
      if (unit === undefined) throw new TypeError('no unit')
      const later = { ...structuredClone(unit), id: 'Later unit', notAfter: end }
      for (const list of [facts.certificates, data.certificates]) list.push(structuredClone(later))
      const anchor = data.anchors.find(({ certificate }) => certificate === 'Unit')
      if (anchor !== undefined) data.anchors.push({ ...structuredClone(anchor), certificate: 'Later unit' })
      data.paths.push({ certificate: 'Later unit', paths: [{ certificates: ['Later unit'], anchored: true }] })
      Object.assign(archive, { signingCertificate: 'Later unit', certificates: ['Later unit'] })
    })
    // The unit of the first time-stamp has ended; the archive time-stamp was made before.
    expect(provable(archived)).toMatchObject({ state: 'until', until: end + 1000 })
    expect([verdictAt(archived, end), verdictAt(archived, end + 1000)]).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
  })

  it('a chain that has ended is told with the moment of its end, and nothing extends it', () => {
    const found = provable(soundLongTerm())
    const unitEnd = soundLongTerm().data.certificates.find(({ id }) => id === 'Unit')?.notAfter ?? 0
    expect(found).toMatchObject({ state: 'ended', until: unitEnd + 1000, extension: null })
    expect([verdictAt(soundLongTerm(), unitEnd), verdictAt(soundLongTerm(), unitEnd + 1000)]).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
  })

  it('nothing can extend a time-mark', () => {
    expect(provable(soundTimeMark())).toMatchObject({ state: 'until', until: rsaEnd, extension: null })
    expect([verdictAt(soundTimeMark(), rsaEnd - 1), verdictAt(soundTimeMark(), rsaEnd)]).toEqual(['TOTAL-PASSED', 'INDETERMINATE'])
  })

  it('a signature with elliptic curves has no known end of algorithms', () => {
    expect(provable(elliptic(soundTimeMark()))).toMatchObject({ state: 'without-end', until: null, cause: null })
  })

  it('an algorithm that had ended when the proofs were made never proved anything by the catalogue', () => {
    const evidence = changed(soundTimeMark(), ({ facts }) => {
      for (const each of facts.revocations)
        Object.assign(each, { signatureAlgorithm: { identifier: 'rsa-sha1', encryption: 'RSA', digest: 'SHA1' } })
    })
    expect(provable(evidence)).toMatchObject({ state: 'never', until: null, cause: { key: 'revocation-algorithm-acceptable' } })
  })

  it('a signature that does not pass has nothing that could end', () => {
    const evidence = changed(soundLongTerm(), ({ facts }) => {
      Object.assign(facts.signatureValue, { status: 'mismatch' })
    })
    expect(provable(evidence)).toEqual({
      state: 'not-passing',
      ends: 'TS 119 312 V1.5.1',
      until: null,
      cause: null,
      reason: null,
      extension: null,
    })
  })

  it('a policy with ends of its own is judged by them, and one moment before the verdict is another', () => {
    const end = Date.UTC(2030, 2, 1)
    const { algorithms } = POLv1.profiles['asic-e']
    const sha256 = (set: typeof algorithms.signature) => ({ ...set, digests: { ...set.digests, SHA256: { until: end } } })
    const policy = policyWith({ algorithms: { ...algorithms, 'time-stamp': sha256(algorithms['time-stamp']) } })
    expect(provable(soundLongTerm(), policy)).toMatchObject({ state: 'until', ends: 'policy', until: end })
    expect([verdictAt(soundLongTerm(), end - 1, policy), verdictAt(soundLongTerm(), end, policy)]).toEqual([
      'TOTAL-PASSED',
      'INDETERMINATE',
    ])
  })

  it('POLv3 is judged by its own ends, of which none is in the future', () => {
    expect(provable(soundLongTerm(), POLv3)).toMatchObject({ state: 'without-end', ends: 'policy' })
  })
})
