import { describe, expect, it } from 'vitest'
import { checked, type DocumentReport, type SignatureReport } from '#model'
import { messageOf, signerNameOf } from '#validation/report'
import { nothingLeftOut, passing, reportOf, undecided, unreadable, unsigned } from '../../support/sample-reports.js'
import {
  changeCertificate,
  changed,
  type Evidence,
  soundArchive,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
} from '../policy/sound-signatures.js'

function only({ signatures }: DocumentReport): SignatureReport {
  const [signature] = signatures
  if (signature === undefined) throw new Error('the report has no signature')
  return signature
}
const of = (evidence: Evidence) => only(reportOf([evidence]))

describe('the report of a document', () => {
  it('the report of a document names document, policy, time and trust, and leaves every value as the engine has it', () => {
    const findings = [checked('manifest-missing', false)]
    const { document, ...others } = reportOf([], { findings })
    expect(document).toMatchObject({ name: 'leping.asice', type: 'BDOC', form: { kind: 'asic-e' }, size: 1234, digest: 'ab'.repeat(32) })
    expect(others).toEqual({
      policy: 'POLv1',
      validationTime: Date.UTC(2026, 7, 20, 12),
      trust: { digest: 'cd'.repeat(32), sources: [] },
      findings,
      filesLeftOut: nothingLeftOut,
      signatures: [],
      timeStampTokens: [],
      nested: null,
      ownPolicy: null,
    })
    expect(unsigned.signatures).toEqual([])
  })

  it('the report of a document has a time as an instant and null for what is not known, never an empty text', () => {
    expect(only(passing)).toMatchObject({
      indication: 'TOTAL-PASSED',
      subIndication: null,
      level: null,
      leastLevel: 'AdES',
      bestSignatureTime: stampedAt,
      claimedSigningTime: Date.UTC(2024, 4, 1, 10),
      productionPlace: null,
      reason: null,
      unreadable: null,
      form: { syntax: 'xades', profile: 'asic-e', level: 'LT', proofOfTime: 'time-stamp', namesPolicy: false, isBatch: false },
    })
    expect(only(undecided)).toMatchObject({ indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', leastLevel: null })
  })

  it('the report of a document gives a signature that cannot be read the same members, with nothing in them and the reason', () => {
    const signature = only(unreadable)
    expect(Object.keys(signature).sort()).toEqual(Object.keys(only(passing)).sort())
    expect(signature).toMatchObject({
      indication: 'TOTAL-FAILED',
      subIndication: 'FORMAT_FAILURE',
      form: null,
      signer: null,
      level: null,
      certificates: [],
      scopes: [],
      evidence: null,
      unreadable: { code: 'XML_DOCTYPE' },
    })
    expect(signature.errors.map((error) => messageOf(error))).toEqual([
      { key: 'signature-readable', text: 'The signature cannot be read: a document type is not allowed (at 39)' },
    ])
  })

  it('the report of a document has messages by key with the facts of the check', () => {
    const [error] = of(
      changed(soundLongTerm(), (e) => {
        const [reference] = e.facts.references
        if (reference !== undefined) reference.status = 'mismatch'
      }),
    ).errors
    expect([error?.key, error?.facts]).toMatchObject(['signed-data-intact', { file: 'letter.txt' }])
  })

  it('the report of a document is the same for the same input', () => {
    expect(reportOf([soundLongTerm()])).toEqual(reportOf([soundLongTerm()]))
  })
})

describe('certificates of a signature', () => {
  const shown = ({ certificates }: SignatureReport) =>
    certificates.map(({ role, certificate, issuers, anchored }) => [role, certificate.id, issuers.map(({ id }) => id), anchored])

  it('certificates of a signature have their roles, and the path up to the trust anchor', () => {
    expect(shown(of(soundLongTerm()))).toEqual(
      expect.arrayContaining([
        ['signer', 'Signer', ['Root CA'], true],
        ['time-stamping-unit', 'Unit', [], true],
        ['responder', 'Responder', [], true],
        ['authority', 'Root CA', [], true],
      ]),
    )
  })

  it('certificates of a signature tell the unit of an archive time-stamp from that of the signature time-stamp', () => {
    const roles = of(soundArchive()).certificates.map(({ role }) => role)
    expect(roles).toContain('archive-unit')
    expect(roles).toContain('time-stamping-unit')
  })

  it('certificates of a signature stand without a path when no issuer is known', () => {
    const lost = changed(soundLongTerm(), ({ data }) => {
      data.paths = []
      data.anchors = []
    })
    expect(shown(of(lost))[0]).toEqual(['signer', 'Signer', [], false])
  })
})

describe('evidence of a signature', () => {
  it('the evidence of a signature states what came of each time-stamp, and which unit made it', () => {
    expect(of(soundLongTerm()).timeStamps).toMatchObject([
      { facts: { kind: 'signature', genTime: stampedAt }, status: { indication: 'PASSED', subIndication: null }, unit: { id: 'Unit' } },
    ])
  })

  it('the evidence of a signature states which response is about the signer, who signed it, and whether it is a time-mark', () => {
    expect(of(soundLongTerm()).revocations).toMatchObject([
      { facts: { kind: 'ocsp', id: 'answer' }, signer: { id: 'Responder' }, isAboutSigner: true, isTimeMark: false },
    ])
    expect(of(soundTimeMark()).revocations.map(({ isTimeMark }) => isTimeMark)).toContain(true)
  })

  it('the evidence of a signature has roles, place and reason as the signer states them', () => {
    const place = { city: 'Tallinn', stateOrProvince: null, postalCode: null, country: 'EE', location: null }
    const stated = changed(soundLongTerm(), ({ facts }) =>
      Object.assign(facts, { claimedRoles: ['juhataja'], productionPlace: place, reason: 'Nõustun' }),
    )
    expect(of(stated)).toMatchObject({ claimedRoles: ['juhataja'], productionPlace: place, reason: 'Nõustun' })
  })
})

describe('the name of a signer', () => {
  it('the name of a signer is the common name without its outer quotes, then given name, surname, pseudonym', () => {
    const named = (attributes: { oid: string; value: string }[]) =>
      signerNameOf(
        of(
          changed(soundLongTerm(), (e) =>
            changeCertificate(e, 'Signer', (c) => {
              c.subject.attributes = attributes
            }),
          ),
        ).signer,
      )
    expect(named([{ oid: '2.5.4.3', value: '"NURM,AARE,38211015222"' }])).toBe('NURM,AARE,38211015222')
    expect(named([{ oid: '2.5.4.3', value: '"' }])).toBe('"')
    expect(
      named([
        { oid: '2.5.4.4', value: 'Nurm' },
        { oid: '2.5.4.42', value: 'Aare' },
        { oid: '2.5.4.3', value: ' ' },
      ]),
    ).toBe('Aare')
    expect(named([{ oid: '2.5.4.65', value: 'Nobody' }])).toBe('Nobody')
    expect(named([])).toBeNull()
  })
})
