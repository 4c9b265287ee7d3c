import { describe, expect, it } from 'vitest'
import { checked, type DocumentReport, type FindingKey, failedChecks, type ReferenceFacts } from '#model'
import { type Siva3Signature, writeSiva3Answer } from '#writers/siva3'
import { passing, reportOf, withSignature } from '../../support/sample-reports.js'
import { changed, soundLongTerm, soundTimeMark } from '../../validation/policy/sound-signatures.js'

const options = { strict: false, reportType: 'Simple', named: true, digests: null, digest: false } as const

function firstOf(report: DocumentReport, name?: string): Siva3Signature {
  const named = name === undefined ? report : { ...report, document: { ...report.document, name } }
  const [first] = writeSiva3Answer(named, options).validationReport.validationConclusion.signatures ?? []
  if (first === undefined) throw new Error('the report has no signature')
  return first
}

/** A report about a signature with another reference besides its own. */
function withReference(changes: Partial<Pick<ReferenceFacts, 'uri' | 'type' | 'kind' | 'status' | 'manifest'>>): DocumentReport {
  const digest = { identifier: 'sha256', algorithm: 'SHA256', value: '00' } as const
  const base = {
    id: 'r9',
    type: '',
    kind: 'data-object',
    dataFile: null,
    digest,
    transforms: [],
    mimeType: null,
    status: 'intact',
  } as const
  return reportOf([changed(soundLongTerm(), ({ facts }) => facts.references.push({ ...base, uri: 'x', transforms: [], ...changes }))])
}

describe('what a signature states and SiVa 3 shows', () => {
  const letter = { name: 'letter.txt', scope: 'FULL', content: 'Full document' }

  it('the answer of SiVa 3 names a file that the signature states and nobody has, except under .bdoc (decisions.md#siva3-scopes)', () => {
    const missing = withReference({ uri: 'gone.txt', status: 'not-found' })
    expect(firstOf(missing).signatureScopes).toEqual([letter, { name: 'gone.txt', scope: 'FULL', content: 'Full document' }])
    expect(firstOf(missing, 'a.bdoc').signatureScopes?.map(({ name }) => name)).toEqual(['letter.txt'])
    expect(firstOf(withReference({ uri: 'letter%2Etxt', status: 'not-found' })).signatureScopes).toEqual([letter])
    expect(firstOf(withReference({ uri: '#gone', status: 'not-found' })).signatureScopes).toEqual([letter])
  })

  it('the answer of SiVa 3 names a manifest in the signature by its reference', () => {
    const manifest = withReference({ uri: '#m', kind: 'other', manifest: true, status: 'mismatch' })
    expect(firstOf(manifest).signatureScopes).toEqual([letter, { name: 'r9', scope: 'FULL', content: 'Manifest document' }])
  })

  it('the answer of SiVa 3 does not show what describes the signature as something that is signed', () => {
    const type = 'http://www.w3.org/2000/09/xmldsig#SignatureProperties'
    const described = withReference({ uri: '#about', type })
    const scopes = [{ kind: 'xml-element', id: 'about', transformed: true, leftOut: [] }] as const
    expect(firstOf(withSignature(described, { scopes })).signatureScopes).toBeUndefined()
    expect(firstOf(withSignature(passing, { scopes })).signatureScopes?.[0]?.name).toBe('about')
  })

  it('the answer of SiVa 3 has the imprint of a time-stamp only when it is that of the signature', () => {
    expect(firstOf(passing).info).toHaveProperty('timeAssertionMessageImprint')
    const other = changed(soundLongTerm(), ({ facts }) => {
      for (const each of facts.timeStamps) each.imprint.status = 'mismatch'
    })
    expect(firstOf(reportOf([other])).info).not.toHaveProperty('timeAssertionMessageImprint')
  })

  it('the answer of SiVa 3 has the nonce of a time-mark as it is written, whether it matches or not', () => {
    const written = '300400000000'
    const marked = changed(soundTimeMark(), ({ facts }) => {
      for (const each of facts.revocations) if (each.kind === 'ocsp') each.nonce = written
      for (const each of facts.timeMarks) each.nonce = 'mismatch'
    })
    const { info, signatureFormat } = firstOf(reportOf([marked]))
    expect(info?.timeAssertionMessageImprint).toBe(Buffer.from(written, 'hex').toString('base64'))
    expect(signatureFormat).toBe('XAdES_BASELINE_LT_TM')
  })

  it('the answer of SiVa 3 calls a signature one of level B when its nonce is none of a time-mark, or no time-stamp can be read', () => {
    const unmarked = changed(soundTimeMark(), ({ facts }) => {
      for (const each of facts.timeMarks) each.nonce = 'absent'
    })
    expect(firstOf(reportOf([unmarked])).signatureFormat).toBe('XAdES_BASELINE_B')
    expect(firstOf(reportOf([unmarked]), 'a.bdoc').signatureFormat).toBe('XAdES_BASELINE_B_EPES')
    expect(firstOf(withSignature(passing, { timeStamps: [] })).signatureFormat).toBe('XAdES_BASELINE_B')
  })

  it('the answer of SiVa 3 calls a signature whose message breaks the standard by the name for one of no standard', () => {
    const [failed] = failedChecks([checked('cms-content-detached', false)])
    const form = passing.signatures[0]?.form
    if (failed === undefined || form == null) throw new Error('the signature can be read, and fails')
    const formatOf = (profile: 'pdf' | 'cades') =>
      firstOf(
        withSignature(passing, {
          indication: 'TOTAL-FAILED',
          subIndication: 'FORMAT_FAILURE',
          errors: [failed],
          form: { ...form, syntax: 'cms', profile },
        }),
      ).signatureFormat
    expect(formatOf('pdf')).toBe('PDF_NOT_ETSI')
    expect(formatOf('cades')).toBe('CAdES_BASELINE_LT')
  })

  it('the answer of SiVa 3 shows the issuer of an OCSP response about the signer rather than that of a CRL', () => {
    const [response] = passing.signatures[0]?.revocations ?? []
    if (response === undefined) throw new Error('there is a response')
    const list = {
      ...response,
      signer: passing.signatures[0]?.signer ?? null,
      facts: { ...response.facts, kind: 'crl' },
    } as typeof response
    const names = (revocations: readonly (typeof response)[]) =>
      firstOf(withSignature(passing, { revocations })).certificates?.find(({ type }) => type === 'REVOCATION')?.commonName
    expect(names([list, response])).toBe(names([response]))
    expect(names([list])).not.toBe(names([response]))
  })

  it('the answer of SiVa 3 shows the level of a signature that only the policy does not accept as what it is', () => {
    const failed = { indication: 'TOTAL-FAILED', subIndication: 'CHAIN_CONSTRAINTS_FAILURE', level: 'AdESig' } as const
    const levelWith = (...keys: readonly FindingKey[]) => {
      const [first, ...others] = failedChecks(keys.map((key) => checked(key, false)))
      if (first === undefined) throw new Error('something fails')
      return firstOf(withSignature(passing, { ...failed, errors: [first, ...others] })).signatureLevel
    }
    expect(levelWith('signature-level-sufficient')).toBe('ADESIG')
    expect(levelWith('signature-level-sufficient', 'signature-value-intact')).toBe('NOT_ADES')
  })

  it('the answer of SiVa 3 has for a signature in a PDF an identifier of the form that SiVa makes', () => {
    const form = passing.signatures[0]?.form
    if (form == null) throw new Error('the signature can be read')
    expect(firstOf(withSignature(passing, { id: 'id-1', form: { ...form, syntax: 'cms', profile: 'pdf' } })).id).toMatch(/^S-/)
    expect(firstOf(withSignature(passing, { id: 'id-1' })).id).toBe('id-1')
  })
})
