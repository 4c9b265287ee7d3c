import { describe, expect, it } from 'vitest'
import { checked, type DocumentForm, type DocumentReport, type SignatureForm, type SignatureLevel } from '#model'
import { type Siva3Signature, writeSiva3Answer } from '#writers/siva3'
import { passing, reportOf, undecided, unreadable, unsigned, withSignature } from '../../support/sample-reports.js'
import {
  changeCertificate,
  changed,
  soundArchive,
  soundLongTerm,
  soundTimeMark,
  stampedAt,
} from '../../validation/policy/sound-signatures.js'

const simple = { strict: false, reportType: 'Simple', named: true, digests: null, digest: false } as const
const write = (report: DocumentReport, options: Partial<Parameters<typeof writeSiva3Answer>[1]> = {}) =>
  writeSiva3Answer(report, { ...simple, ...options }).validationReport.validationConclusion
const named = (report: DocumentReport, name: string): DocumentReport => ({ ...report, document: { ...report.document, name } })

function firstOf(report: DocumentReport): Siva3Signature {
  const [first] = write(report).signatures ?? []
  if (first === undefined) throw new Error('the report has no signature')
  return first
}

const reports: Readonly<Record<string, DocumentReport>> = {
  'a signature that passes': passing,
  'a signature that cannot be decided': undecided,
  'a signature that cannot be read': unreadable,
  'no signatures': unsigned,
  'a time-mark': reportOf([soundTimeMark()]),
  'an archive time-stamp': reportOf([soundArchive()]),
  'several signatures': { ...passing, signatures: [...passing.signatures, ...unreadable.signatures, ...undecided.signatures] },
  'no certificate of the signer': withSignature(undecided, { signer: null, certificates: [], claimedSigningTime: null, scopes: [] }),
}

/** Every place in a value that is null, undefined, an empty text, an empty list or an empty object. */
function emptyPlaces(value: unknown, path = ''): readonly string[] {
  if (value === null || value === undefined || value === '') return [path]
  if (typeof value !== 'object') return []
  const entries = Object.entries(value)
  if (entries.length === 0) return [path]
  return entries.flatMap(([name, inner]) => emptyPlaces(inner, `${path}.${name}`))
}

describe('the answer of SiVa 3', () => {
  it('the answer of SiVa 3 has the members of that interface with their names, and the keys of messages', () => {
    expect(write(undecided)).toEqual({
      policy: {
        policyDescription: expect.any(String) as string,
        policyName: 'POLv1',
        policyUrl: expect.stringContaining('#POLv1') as string,
      },
      validationTime: '2026-08-20T12:00:00Z',
      validatedDocument: { filename: 'leping.asice' },
      validationLevel: 'ARCHIVAL_DATA',
      signatureForm: 'ASiC-E',
      validationWarnings: [{ content: 'The container holds lisa.txt, which is not signed.', key: 'container-file-not-in-signature' }],
      signatures: [
        {
          id: 'S0',
          signatureFormat: expect.stringContaining('XAdES_BASELINE_') as string,
          signatureLevel: expect.any(String) as string,
          signatureMethod: 'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256',
          signedBy: 'MAASIKAS,MARI,48001010000',
          subjectDistinguishedName: { commonName: 'MAASIKAS,MARI,48001010000' },
          indication: 'INDETERMINATE',
          subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
          errors: expect.arrayContaining([expect.objectContaining({ key: 'certificate-chain-found' })]) as unknown[],
          claimedSigningTime: '2024-05-01T10:00:00Z',
          info: expect.objectContaining({
            bestSignatureTime: '2024-05-01T10:00:02Z',
            ocspResponseCreationTime: '2024-05-01T10:00:03Z',
            timestampCreationTime: '2024-05-01T10:00:02Z',
          }) as object,
          signatureScopes: [{ name: 'letter.txt', scope: 'FULL', content: 'Full document' }],
          certificates: expect.arrayContaining([
            expect.objectContaining({ type: 'SIGNING', commonName: 'MAASIKAS,MARI,48001010000' }),
          ]) as unknown[],
        },
      ],
      signaturesCount: 1,
      validSignaturesCount: 0,
    })
  })

  it.each(Object.entries(reports))(
    'the answer of SiVa 3 about %s has no member that is null or empty, but the name of a signer who is not known',
    (_what, report) => {
      const places = emptyPlaces(write(report)).filter(
        // The certificates of these reports are made without their encoding.
        (path) => !path.endsWith('.subjectDistinguishedName') && !/\.(?:content)$/.test(path),
      )
      expect(places).toEqual([])
    },
  )

  it.each(Object.entries(reports))(
    'the answer of SiVa 3 about %s gives each signature that has not passed at least one error, and none to one that has: clients look at nothing else',
    (_what, report) => {
      for (const { indication, errors } of write(report).signatures ?? []) {
        if (indication === 'TOTAL-PASSED') expect(errors).toBeUndefined()
        else expect(errors.length).toBeGreaterThan(0)
      }
    },
  )

  it.each(Object.entries(reports))(
    'the answer of SiVa 3 about %s has the texts in every signature without which a client opens no file',
    (_what, report) => {
      for (const signature of write(report).signatures ?? []) {
        for (const member of ['id', 'claimedSigningTime', 'signatureFormat', 'indication'] as const) expect(signature[member]).toMatch(/./)
      }
    },
  )

  it('the answer of SiVa 3 in its strict form has no keys and no detailed report (decisions.md#extra-members)', () => {
    const warned = withSignature(undecided, { warnings: [checked('digest-strong', false, { algorithm: 'SHA1', uses: ['the signature'] })] })
    const strict = writeSiva3Answer(warned, { ...simple, strict: true, reportType: 'Detailed' })
    expect(JSON.stringify(strict)).not.toMatch(/"key"|detailedReport/)
    expect(strict.validationReport.validationConclusion.signatures?.[0].warnings).toEqual([
      { content: 'The weak digest algorithm SHA1 is used for the signature.' },
    ])
  })

  it.each(['Detailed', 'Diagnostic'] as const)(
    'the answer of SiVa 3 to the report type %s is the simple one with a warning that says so, and the detailed report beside it',
    (reportType) => {
      const answer = writeSiva3Answer(passing, { ...simple, reportType })
      expect(answer.validationReport.detailedReport).toBeDefined()
      const { validationWarnings, ...rest } = answer.validationReport.validationConclusion
      const { validationWarnings: _none, ...ofSimple } = write(passing)
      expect(rest).toEqual(ofSimple)
      expect(validationWarnings?.map(({ key }) => key)).toEqual(['report-type-of-siva'])
    },
  )

  it('the answer of SiVa 3 has the digest of the document only for a service that signs reports', () => {
    expect(write(passing).validatedDocument).toEqual({ filename: 'leping.asice' })
    expect(write(passing, { digest: true }).validatedDocument).toEqual({
      fileHash: Buffer.from(passing.document.digest, 'hex').toString('base64'),
      filename: 'leping.asice',
      hashAlgo: 'SHA256',
    })
  })

  it('the answer of SiVa 3 names a signer by surname, given name and number without the prefix of a person, and by the common name when one is missing', () => {
    const signer = (attributes: readonly (readonly [string, string])[]) => {
      const evidence = changed(soundLongTerm(), (open) =>
        changeCertificate(open, 'Signer', (certificate) => {
          certificate.subject.attributes = attributes.map(([oid, value]) => ({ oid, value }))
        }),
      )
      const { signedBy, subjectDistinguishedName } = firstOf(reportOf([evidence]))
      return { signedBy, subjectDistinguishedName }
    }
    const person = [
      ['2.5.4.4', 'MAASIKAS'],
      ['2.5.4.42', 'MARI'],
      ['2.5.4.3', 'Mari Maasikas'],
    ] as const
    expect(signer([...person, ['2.5.4.5', 'PNOEE-48001010000']])).toEqual({
      signedBy: 'MAASIKAS,MARI,48001010000',
      subjectDistinguishedName: {
        serialNumber: 'PNOEE-48001010000',
        commonName: 'Mari Maasikas',
        givenName: 'MARI',
        surname: 'MAASIKAS',
      },
    })
    expect(signer([...person, ['2.5.4.5', 'EE:PN-1']]).signedBy).toBe('MAASIKAS,MARI,EE:PN-1'.replace('EE:PN-', ''))
    expect(signer(person).signedBy).toBe('Mari Maasikas')
  })

  it.each<[SignatureLevel | null, string, string, string]>([
    ['QESig', 'QESIG', 'INDETERMINATE_QESIG', 'NOT_ADES_QC_QSCD'],
    ['QESeal', 'QESEAL', 'INDETERMINATE_QESEAL', 'NOT_ADES_QC_QSCD'],
    ['AdESig-QC', 'ADESIG_QC', 'INDETERMINATE_ADESIG_QC', 'NOT_ADES_QC'],
    ['AdESeal-QC', 'ADESEAL_QC', 'INDETERMINATE_ADESEAL_QC', 'NOT_ADES_QC'],
    ['AdES-QC-QSCD', 'UNKNOWN_QC_QSCD', 'INDETERMINATE_UNKNOWN_QC_QSCD', 'NOT_ADES_QC_QSCD'],
    ['AdES-QC', 'UNKNOWN_QC', 'INDETERMINATE_UNKNOWN_QC', 'NOT_ADES_QC'],
    ['AdESig', 'ADESIG', 'INDETERMINATE_ADESIG', 'NOT_ADES'],
    ['AdESeal', 'ADESEAL', 'INDETERMINATE_ADESEAL', 'NOT_ADES'],
    ['AdES', 'UNKNOWN', 'INDETERMINATE_UNKNOWN', 'NOT_ADES'],
    [null, 'NA', 'NA', 'NA'],
  ])('the answer of SiVa 3 writes the level %s as %s, %s or %s by the verdict', (level, valid, undecidedLevel, notValid) => {
    expect(firstOf(withSignature(passing, { level })).signatureLevel).toBe(valid)
    expect(firstOf(withSignature(undecided, { level })).signatureLevel).toBe(undecidedLevel)
    expect(firstOf(withSignature(unreadable, { level })).signatureLevel).toBe(notValid)
  })

  it.each<[DocumentForm, string | undefined]>([
    [{ kind: 'asic-e' }, 'ASiC-E'],
    [{ kind: 'xroad', batch: true }, 'ASiC-E'],
    [{ kind: 'pdf' }, undefined],
    [{ kind: 'ddoc', version: '1.0', hashcode: false }, 'DIGIDOC_XML_1.0'],
    [{ kind: 'ddoc', version: '1.3', hashcode: true }, 'DIGIDOC_XML_1.3_hashcode'],
  ])('the answer of SiVa 3 writes the form %j as %s', (form, written) => {
    expect(write({ ...passing, document: { ...passing.document, form } }).signatureForm).toBe(written)
  })

  it.each<[string, Partial<SignatureForm>, string]>([
    ['a.asice', { level: 'B', proofOfTime: 'none' }, 'XAdES_BASELINE_B'],
    ['a.bdoc', { level: 'B', proofOfTime: 'none' }, 'XAdES_BASELINE_B_BES'],
    ['a.BDOC', { level: 'B', proofOfTime: 'none', namesPolicy: true }, 'XAdES_BASELINE_B_EPES'],
    ['a.asice', { level: 'T' }, 'XAdES_BASELINE_T'],
    ['a.asice', { level: 'LT' }, 'XAdES_BASELINE_LT'],
    ['a.bdoc', { level: 'LT', proofOfTime: 'time-mark' }, 'XAdES_BASELINE_LT_TM'],
    ['a.asice', { level: 'LTA' }, 'XAdES_BASELINE_LTA'],
  ])('the answer of SiVa 3 about %s writes the format of a signature %j as %s', (name, changes, written) => {
    const form = passing.signatures[0]?.form
    if (form == null) throw new Error('the signature can be read')
    expect(firstOf(named(withSignature(passing, { form: { ...form, ...changes } }), name)).signatureFormat).toBe(written)
  })

  it('the answer of SiVa 3 about DIGIDOC-XML has the names of that format, no level, no sub-indication, and the warning about SHA-1', () => {
    const document = { ...undecided.document, name: 'a.ddoc', form: { kind: 'ddoc', version: '1.1', hashcode: false } } as const
    const conclusion = write({ ...undecided, document, findings: [] })
    expect(conclusion.validationLevel).toBeUndefined()
    expect(conclusion.validationWarnings?.map(({ content }) => content)).toEqual([
      'The algorithm SHA1 used in DDOC is no longer considered reliable for signature creation!',
    ])
    const [signature] = conclusion.signatures ?? []
    expect(signature).toMatchObject({ signatureFormat: 'DIGIDOC_XML_1.1', indication: 'TOTAL-FAILED' })
    expect(signature).not.toHaveProperty('subIndication')
    expect(signature).not.toHaveProperty('signatureLevel')
  })

  it('the answer of SiVa 3 says of a PDF whether octets follow the signed ones', () => {
    const scopes = (end: number) =>
      firstOf(withSignature(passing, { scopes: [{ kind: 'pdf-revision', number: null, byteRange: [0, 100, 200, end - 200] }] }))
        .signatureScopes
    expect(scopes(passing.document.size)).toEqual([
      { name: 'Full PDF', scope: 'FULL', content: `The document ByteRange : [0, 100, 200, ${passing.document.size - 200}]` },
    ])
    expect(scopes(passing.document.size - 1)?.[0]).toMatchObject({ name: 'Partial PDF', scope: 'PARTIAL' })
  })

  it('the answer of SiVa 3 about a .bdoc has the scopes and the order of certificates of that engine, without issuers', () => {
    const signature = firstOf(named(passing, 'leping.bdoc'))
    expect(signature.signatureScopes).toEqual([
      { name: 'letter.txt', scope: 'FullSignatureScope', content: 'Digest of the document content' },
    ])
    expect(signature.certificates?.map(({ type }) => type)).toEqual(['REVOCATION', 'SIGNING', 'SIGNATURE_TIMESTAMP'])
    expect(JSON.stringify(signature.certificates)).not.toContain('issuer')
    expect(firstOf(passing).certificates?.map(({ type }) => type)).toEqual(['SIGNATURE_TIMESTAMP', 'SIGNING', 'REVOCATION'])
  })

  it('the answer of SiVa 3 lists archive time-stamps in the information of a signature, and their unit among the certificates', () => {
    const signature = firstOf(reportOf([soundArchive()]))
    expect(signature.info?.archiveTimeStamps).toEqual([
      expect.objectContaining({ indication: 'PASSED', signedBy: 'Unit', country: 'EE', signedTime: '2024-05-31T10:00:00Z' }),
    ])
    expect(signature.certificates?.map(({ type }) => type)).toEqual(['ARCHIVE_TIMESTAMP', 'SIGNATURE_TIMESTAMP', 'SIGNING', 'REVOCATION'])
  })

  it('the answer of SiVa 3 shows no time that no calendar knows, and cuts fractions of a second', () => {
    const late = changed(soundLongTerm(), (open) => {
      open.facts.claimedSigningTime = 9e15
      for (const each of open.facts.timeStamps) each.genTime = stampedAt + 974
    })
    expect(firstOf(reportOf([late]))).toMatchObject({ claimedSigningTime: 'NA', info: { bestSignatureTime: '2024-05-01T10:00:02Z' } })
  })

  it('the answer of SiVa 3 about a time-stamped container has its tokens, and in the place of its own signatures those of the data file', () => {
    const [stamp] = passing.signatures[0]?.timeStamps ?? []
    if (stamp === undefined) throw new Error('the signature has a time-stamp')
    const [failed] = undecided.signatures[0]?.errors ?? []
    if (failed === undefined) throw new Error('the signature has an error')
    const { evidence, provable } = passing.signatures[0] ?? {}
    if (evidence == null || provable == null) throw new Error('the signature has evidence')
    const token = {
      file: 'META-INF/timestamp.tst',
      facts: stamp.facts,
      warnings: [],
      scopes: [{ kind: 'file', name: 'kiri.bdoc' }],
      coversDataFile: true,
      unit: passing.signatures[0]?.certificates.find(({ role }) => role === 'time-stamping-unit') ?? null,
      certificates: [],
      blocks: [],
      evidence,
      provable,
    } as const
    const tokens = [
      { ...token, indication: 'TOTAL-PASSED', subIndication: null, errors: [], level: 'qualified' },
      { ...token, indication: 'INDETERMINATE', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND', errors: [failed], level: null },
    ] as const
    const container = { ...unsigned, timeStampTokens: tokens }
    expect(write(container)).toMatchObject({ signaturesCount: 0 })
    expect(write(container)).not.toHaveProperty('validationLevel')
    const { timeStampTokens, ...conclusion } = write({ ...container, nested: named(passing, 'kiri.bdoc') })
    expect(conclusion).toMatchObject({
      signaturesCount: 1,
      validatedDocument: { filename: 'leping.asice' },
      signatures: [{ signatureScopes: [{ scope: 'FullSignatureScope' }] }],
    })
    expect(timeStampTokens).toEqual([
      {
        indication: 'TOTAL-PASSED',
        certificates: [expect.objectContaining({ type: 'CONTENT_TIMESTAMP', commonName: 'Unit' })],
        signedBy: 'Unit',
        signedTime: '2024-05-01T10:00:02Z',
        timestampLevel: 'QTSA',
        timestampScopes: [{ name: 'kiri.bdoc', scope: 'FULL', content: 'Full document' }],
      },
      expect.objectContaining({
        indication: 'TOTAL-FAILED',
        subIndication: 'NO_CERTIFICATE_CHAIN_FOUND',
        timestampLevel: 'NA',
        error: [expect.objectContaining({ key: failed.key })],
        errors: [expect.objectContaining({ key: failed.key })],
      }),
    ])
  })

  it('the answer of SiVa 3 to a request with digests has them as they were sent: of the file that is signed, under whatever name, or beside the name', () => {
    const value = '00'.repeat(32)
    const digest = { identifier: 'sha256', algorithm: 'SHA256', value } as const
    const over = (changes: Partial<NonNullable<DocumentReport['signatures'][number]['evidence']>['facts']> = {}) => {
      const evidence = passing.signatures[0]?.evidence
      if (evidence == null) throw new Error('the signature can be read')
      const references = evidence.facts.references.map((reference) => ({ ...reference, digest }))
      return withSignature(passing, {
        scopes: [{ kind: 'file', name: 'letter.txt' }],
        evidence: { ...evidence, facts: { ...evidence.facts, references, ...changes } },
      })
    }
    const scopes = (filename: string, hash: string) =>
      write(over(), { named: false, digests: [{ filename, hashAlgo: 'sha256', hash }] }).signatures?.[0].signatureScopes
    const signed = Buffer.from(value, 'hex').toString('base64')
    const other = Buffer.alloc(32, 1).toString('base64')
    const asDigest = { scope: 'DIGEST', content: 'Digest of the document content', hash: signed, hashAlgo: 'SHA256' }
    expect(scopes('letter.txt', signed)).toEqual([{ name: 'letter.txt', ...asDigest }])
    expect(scopes('renamed.txt', signed)).toEqual([{ name: 'renamed.txt', ...asDigest }])
    expect(scopes('letter.txt', other)).toEqual([
      { name: 'letter.txt', scope: 'FULL', content: 'Full document', hash: other, hashAlgo: 'SHA256' },
    ])
    expect(scopes('renamed.txt', other)).toEqual([{ name: 'letter.txt', scope: 'FULL', content: 'Full document' }])
  })

  it('the answer of SiVa 3 calls a signature one of level T when its revocation data lead to no trust, and by its older form when it lacks a property of the baseline (decisions.md#siva3-format)', () => {
    expect(firstOf(passing).signatureFormat).toBe('XAdES_BASELINE_LT')
    expect(firstOf(undecided).signatureFormat).toBe('XAdES_BASELINE_T')
    const withoutRevocation = changed(soundLongTerm(), ({ data }) => {
      data.revocations = data.revocations.filter(({ certificate }) => certificate !== 'Signer')
    })
    expect(firstOf(reportOf([withoutRevocation])).signatureFormat).toBe('XAdES_BASELINE_T')
    const older = (code: string, ...properties: readonly string[]) =>
      firstOf(
        reportOf([
          changed(soundLongTerm(), ({ facts }) =>
            facts.structure.push(...properties.map((property) => ({ key: 'signature-baseline', code, facts: { property } }) as const)),
          ),
        ]),
      ).signatureFormat
    expect(older('PROPERTY_AGAINST_BASELINE', 'DataObjectFormat')).toBe('XAdES_LT')
    expect(older('PROPERTY_AGAINST_XADES', 'DataObjectFormat')).toBe('XML_NOT_ETSI')
    const unsigned = 'UNSIGNED_PROPERTY_AGAINST_BASELINE'
    expect(older(unsigned, 'CompleteCertificateRefs')).toBe('XAdES_LT')
    expect(older(unsigned, 'CompleteCertificateRefsV2', 'CompleteRevocationRefs')).toBe('XAdES_C')
    expect(older(unsigned, 'CompleteCertificateRefs', 'CompleteRevocationRefs', 'SigAndRefsTimeStampV2')).toBe('XAdES_XL')
    // A baseline signature holds the certificate of its signer.
    expect(firstOf(withSignature(passing, { signer: null })).signatureFormat).toBe('XAdES_T')
    const cades = { ...passing.signatures[0]?.form, syntax: 'cms', profile: 'cades', level: 'B' } as SignatureForm
    expect(firstOf(withSignature(passing, { signer: null, form: cades })).signatureFormat).toBe('CAdES_BES')
    expect(firstOf(withSignature(passing, { form: cades })).signatureFormat).toBe('CAdES_BASELINE_B')
  })
})
