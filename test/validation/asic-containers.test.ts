import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type DocumentReport, MalformedDocument } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { POLv1 } from '#validation/policy'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import {
  type AsicECadesOptions,
  asicECadesContainer,
  asicManifest,
  asicSContainer,
  asicsType,
  type TimeStampedOptions,
  timeStampedContainer,
} from '../support/asic-containers.js'
import { agreement, asicContainer, asiceType, dataFile, signedContainer } from '../support/asice.js'
import { cadesSignature } from '../support/cades.js'
import { ddocContainer } from '../support/ddoc/container.js'
import { moments, pki } from '../support/pki.js'
import { timeStampToken } from '../support/time-stamp.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import { zipArchive } from '../support/zip.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)
const context = createValidationContext(trust, openDecodedCache(limits))

function validate(document: Uint8Array, policy = 'POLv1'): DocumentReport {
  const documentType = documentTypeOf(document, limits)
  return validateDocument({ document, filename: 'leping.asics', documentType, policy, validationTime: moments.validation }, context)
}
const outcomesOf = ({ signatures }: DocumentReport) =>
  signatures.map(({ indication, subIndication, errors }) =>
    [indication, subIndication, errors[0]?.key].filter((part) => part != null).join(' '),
  )
const tokensOf = ({ timeStampTokens }: DocumentReport) =>
  timeStampTokens.map(({ indication, subIndication, errors }) =>
    [indication, subIndication, errors[0]?.key].filter((part) => part != null).join(' '),
  )
const tokens = (options: TimeStampedOptions = {}) => tokensOf(validate(timeStampedContainer(options)))
const cades = (options: AsicECadesOptions = {}) => outcomesOf(validate(asicECadesContainer(options)))
const other = dataFile('lisa.txt', 'Lisa\n')

describe('ASiC-S with signatures', () => {
  it.each([
    ['XAdES', {}],
    ['CAdES', { cades: {} }],
  ] as const)('ASiC-S with %s passes and has its form', (_, options) => {
    const report = validate(asicSContainer(options))
    expect(report.document.form).toEqual({ kind: 'asic-s' })
    expect(outcomesOf(report)).toEqual(['TOTAL-PASSED'])
    expect(report.signatures[0]?.form?.profile).toBe('asic-s')
    expect(report.signatures[0]?.scopes).toEqual([{ kind: 'file', name: agreement.name }])
    expect(report.nested).toBeNull()
  })

  it('ASiC-S with a changed data file fails', () => {
    const changed = {
      entries: (entries: readonly { name: string | Buffer; content: Buffer }[]) =>
        entries.map((entry) => (entry.name === agreement.name ? { ...entry, content: Buffer.from('x') } : entry)),
    }
    expect(outcomesOf(validate(asicSContainer(changed)))).toEqual(['TOTAL-FAILED HASH_FAILURE signed-data-intact'])
    expect(outcomesOf(validate(asicSContainer({ cades: {}, ...changed })))).toEqual(['TOTAL-FAILED HASH_FAILURE signed-data-intact'])
  })

  it('ASiC-S with two data files fails, whichever the signature covers', () => {
    const second = {
      entries: (entries: readonly { name: string | Buffer; content: Buffer }[]) => [
        ...entries,
        { name: other.name, content: other.content },
      ],
    }
    expect(outcomesOf(validate(asicSContainer(second)))[0]).toMatch(/^TOTAL-FAILED/)
    expect(outcomesOf(validate(asicSContainer({ cades: {}, ...second })))[0]).toMatch(/^(?:TOTAL-FAILED|INDETERMINATE)/)
  })

  it('ASiC-S whose data file is an archive names the files in it', () => {
    const packed = dataFile('pakk.zip', zipArchive([{ name: 'a.txt', content: Buffer.from('a') }]))
    expect(validate(asicSContainer({ file: packed })).signatures[0]?.scopes).toEqual([
      { kind: 'archive', name: 'pakk.zip' },
      { kind: 'archived-file', name: 'a.txt' },
    ])
  })

  it('ASiC-S whose CAdES signature has content of its own fails', () => {
    expect(outcomesOf(validate(asicSContainer({ cades: { content: agreement.content } })))).toEqual([
      'TOTAL-FAILED FORMAT_FAILURE cms-content-detached',
    ])
  })
})

describe('ASiC-S with time-stamp tokens', () => {
  it('a token over the data file passes', () => {
    const report = validate(timeStampedContainer())
    expect(tokensOf(report)).toEqual(['TOTAL-PASSED'])
    expect(report.timeStampTokens[0]).toMatchObject({
      file: 'META-INF/timestamp.tst',
      facts: { genTime: moments.timeStamp },
      coversDataFile: true,
      scopes: [{ kind: 'file', name: agreement.name }],
      level: null,
    })
    expect(report.signatures).toEqual([])
  })

  it.each([
    ['another imprint', { timeStamp: { data: Buffer.from('x') } }, 'TOTAL-FAILED HASH_FAILURE time-stamp-imprint-intact'],
    [
      'another signature',
      { timeStamp: { tamperSignature: (value: Buffer) => Buffer.concat([value.subarray(0, -1), Buffer.of((value.at(-1) ?? 0) ^ 1)]) } },
      'TOTAL-FAILED SIG_CRYPTO_FAILURE time-stamp-signature-intact',
    ],
    [
      'a time in the future',
      { timeStamp: { genTime: moments.validation + 86_400_000 } },
      'INDETERMINATE SIG_CONSTRAINTS_FAILURE time-stamp-made-in-time',
    ],
  ] as const)('a token with %s does not pass, and the data file is not looked into', (_, options, verdict) => {
    const report = validate(timeStampedContainer({ file: { name: 'a.ddoc', content: ddocContainer() }, ...options }))
    expect(tokensOf(report)).toEqual([verdict])
    expect(report.nested).toBeNull()
  })

  it('further tokens over archive manifests pass, cover the data file and prove that earlier ones existed', () => {
    const report = validate(timeStampedContainer({ archive: [{}, {}] }))
    expect(tokensOf(report)).toEqual(['TOTAL-PASSED', 'TOTAL-PASSED', 'TOTAL-PASSED'])
    const [first, second, third] = report.timeStampTokens
    expect(second?.scopes).toContainEqual({ kind: 'manifest', name: 'META-INF/ASiCArchiveManifest.xml' })
    expect(third?.facts.coverage.timeStamps).toEqual([first?.facts.id, second?.facts.id])
    expect(report.timeStampTokens.every(({ coversDataFile }) => coversDataFile)).toBe(true)
  })

  it.each([
    [
      'has another digest of the data file',
      (name: string) => name === agreement.name,
      { digestValue: Buffer.alloc(32) },
      'TOTAL-FAILED HASH_FAILURE signed-data-intact',
    ],
    [
      'has another digest of the first token',
      (name: string) => name.endsWith('.tst'),
      { digestValue: Buffer.alloc(32) },
      'TOTAL-FAILED HASH_FAILURE signed-data-intact',
    ],
    [
      'names a file that is not there',
      (name: string) => name === agreement.name,
      { uri: 'puudub.txt' },
      'INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found',
    ],
  ] as const)('a token whose manifest %s does not pass', (_, isMeant, change, verdict) => {
    const files = (all: readonly { name: string; content: Buffer }[]) =>
      all.map((file) => (isMeant(file.name) ? { ...file, ...change } : file))
    expect(tokens({ archive: [{ files }] })).toEqual(['TOTAL-PASSED', verdict])
  })

  it('a token whose manifest leaves out the data file passes with a warning, and does not set the time of the data file', () => {
    const archive = [
      { files: (all: readonly { name: string; content: Buffer }[]) => all.slice(1), timeStamp: { genTime: moments.timeStamp - 1000 } },
    ]
    const report = validate(
      timeStampedContainer({ file: { name: 'a.asice', content: signedContainer() }, archive, timeStamp: { genTime: moments.archive } }),
    )
    expect(report.timeStampTokens[1]).toMatchObject({
      indication: 'TOTAL-PASSED',
      coversDataFile: false,
      warnings: [{ key: 'token-covers-data-file' }],
    })
    expect(report.nested?.validationTime).toBe(moments.archive)
  })

  it('a token over the manifest of another token does not pass in its place', () => {
    const entries = (all: readonly { name: string | Buffer; content: Buffer }[]) =>
      all.map((entry) =>
        entry.name === 'META-INF/timestamp002.tst' ? { ...entry, content: timeStampToken({ data: agreement.content }) } : entry,
      )
    expect(tokens({ archive: [{}], entries })).toEqual(['TOTAL-PASSED', 'TOTAL-FAILED HASH_FAILURE time-stamp-imprint-intact'])
  })

  it('two manifests that name one token make it not known what the token covers', () => {
    const entries = (all: readonly { name: string | Buffer; content: Buffer }[]) => [
      ...all,
      { name: 'META-INF/ASiCArchiveManifest9.xml', content: asicManifest('META-INF/timestamp002.tst', [agreement]) },
    ]
    expect(tokens({ archive: [{}], entries })).toEqual(['TOTAL-PASSED', 'INDETERMINATE SIGNED_DATA_NOT_FOUND time-stamp-data-found'])
  })

  it('manifests that name each other end in a verdict', () => {
    const entries = (all: readonly { name: string | Buffer; content: Buffer }[]) => [
      ...all,
      {
        name: 'META-INF/ASiCManifestA.xml',
        content: asicManifest('META-INF/ASiCManifestB.xml', [{ name: 'META-INF/ASiCManifestB.xml', content: Buffer.from('b') }]),
      },
      {
        name: 'META-INF/ASiCManifestB.xml',
        content: asicManifest('META-INF/ASiCManifestA.xml', [{ name: 'META-INF/ASiCManifestA.xml', content: Buffer.from('a') }]),
      },
    ]
    expect(tokens({ entries })).toEqual(['TOTAL-PASSED'])
  })

  it.each([
    ['two data files', [{ name: 'teine.txt', content: Buffer.from('x') }]],
    ['a folder', [{ name: 'kaust/', content: Buffer.alloc(0) }]],
    ['signatures', [{ name: 'META-INF/signatures.xml', content: Buffer.from('<a/>') }]],
    ['a CAdES signature', [{ name: 'META-INF/signature.p7s', content: cadesSignature(agreement.content) }]],
    ['an evidence record', [{ name: 'META-INF/evidencerecord.ers', content: Buffer.from('x') }]],
    ['a second first token', [{ name: 'META-INF/atimestamp.tst', content: timeStampToken({ data: agreement.content }) }]],
  ])('a container with tokens and %s does not meet the requirements of ASiC-S', (_, added) => {
    expect(() => validate(timeStampedContainer({ entries: (entries) => [...entries, ...added] }))).toThrow(
      expect.objectContaining({ code: 'ASICS_REQUIREMENTS' }),
    )
  })

  it('a container whose token cannot be read is malformed', () => {
    const entries = (all: readonly { name: string | Buffer; content: Buffer }[]) =>
      all.map((entry) => (entry.name === 'META-INF/timestamp.tst' ? { ...entry, content: Buffer.from('garbage') } : entry))
    expect(() => validate(timeStampedContainer({ entries }))).toThrow(MalformedDocument)
  })

  it('a container that states the type of ASiC-E has no token that passes', () => {
    expect(tokens({ mimetype: asiceType })).toEqual(['TOTAL-FAILED FORMAT_FAILURE mimetype-of-kind'])
  })
})

describe('a document inside ASiC-S', () => {
  it('a document inside ASiC-S is validated at the time of the earliest token that passes and covers it', () => {
    const archive = [{ timeStamp: { genTime: moments.timeStamp + 3_600_000 } }]
    const report = validate(
      timeStampedContainer({ file: { name: 'a.asice', content: signedContainer() }, timeStamp: { genTime: moments.archive }, archive }),
    )
    expect(report.nested?.document).toMatchObject({ name: 'a.asice', type: 'BDOC' })
    expect(report.nested?.validationTime).toBe(moments.archive)
    expect(report.nested?.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED'])
    const earlier = validate(
      timeStampedContainer({
        file: { name: 'a.asice', content: signedContainer() },
        timeStamp: { data: Buffer.from('x'), genTime: moments.archive },
        archive,
      }),
    )
    expect(earlier.nested?.validationTime).toBe(moments.timeStamp + 3_600_000)
  })

  it('a document inside ASiC-S with SHA-1 stays valid where the policy has ended SHA-1 since: the token proves that it is older', () => {
    const content = ddocContainer()
    const { ddoc } = POLv1.profiles
    const sha1 = { SHA1: { until: Date.UTC(2026, 4, 1) } }
    const algorithms = Object.fromEntries(
      Object.entries(ddoc.algorithms).map(([use, accepted]) => [use, { ...accepted, digests: { ...accepted.digests, ...sha1 } }]),
    ) as unknown as typeof ddoc.algorithms
    const ended = { ...ddoc, algorithms, algorithmsJudgedAt: { ...ddoc.algorithmsJudgedAt, 'time-mark': 'validation-time' as const } }
    const own = { name: 'ENDED', basis: 'POLv1', description: '', url: '', digest: '' } as const
    const policies = [{ own, text: '', policy: { ...POLv1, name: 'ENDED', profiles: { ...POLv1.profiles, ddoc: ended } } }]
    const under = (document: Uint8Array, documentType: 'DDOC' | 'ASICS') =>
      validateDocument(
        { document, filename: 'vana', documentType, policy: 'ENDED', validationTime: moments.validation },
        { ...context, policies },
      )
    expect(outcomesOf(under(content, 'DDOC'))[0]).toMatch(/^TOTAL-FAILED/)
    const report = under(timeStampedContainer({ file: { name: 'vana.ddoc', content } }), 'ASICS')
    expect(report.nested?.validationTime).toBe(moments.timeStamp)
    expect(report.nested?.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED'])
  })

  it('a document inside ASiC-S that is changed is not validated: no token covers it', () => {
    const changed = (all: readonly { name: string | Buffer; content: Buffer }[]) =>
      all.map((entry) => (entry.name === 'a.asice' ? { ...entry, content: signedContainer({ signer: pki.rsaSigner }) } : entry))
    const report = validate(timeStampedContainer({ file: { name: 'a.asice', content: signedContainer() }, entries: changed }))
    expect(tokensOf(report)).toEqual(['TOTAL-FAILED HASH_FAILURE time-stamp-imprint-intact'])
    expect(report.nested).toBeNull()
  })

  it('a signature inside ASiC-S that was made after the token does not pass', () => {
    const report = validate(
      timeStampedContainer({ file: { name: 'a.asice', content: signedContainer() }, timeStamp: { genTime: moments.signing - 86_400_000 } }),
    )
    expect(report.nested?.signatures[0]?.indication).not.toBe('TOTAL-PASSED')
  })

  it('a document in two containers is reported through both', () => {
    const inner = timeStampedContainer({
      file: { name: 'a.asice', content: signedContainer() },
      timeStamp: { genTime: moments.timeStamp + 60_000 },
    })
    const report = validate(timeStampedContainer({ file: { name: 'sees.asics', content: inner }, timeStamp: { genTime: moments.archive } }))
    expect(report.nested?.timeStampTokens).toHaveLength(1)
    expect(report.nested?.nested?.signatures.map(({ indication }) => indication)).toEqual(['TOTAL-PASSED'])
  })

  it('documents that are nested deeper than the bound are not looked into', () => {
    let document: Buffer = signedContainer()
    for (let depth = 0; depth <= limits.container.maxNestedDepth; depth++)
      document = timeStampedContainer({
        file: { name: `${depth}.asics`, content: document },
        timeStamp: { genTime: moments.archive + depth },
      })
    let report: DocumentReport | null = validate(document)
    let depth = 0
    while (report.nested !== null) {
      depth += 1
      report = report.nested
    }
    expect(depth).toBe(limits.container.maxNestedDepth)
    expect(report.signatures).toEqual([])
  })

  it('a file inside ASiC-S that is no signed document is not looked into', () => {
    const office = zipArchive([{ name: 'word/document.xml', content: Buffer.from('<a/>') }])
    for (const content of [office, Buffer.from('tekst'), Buffer.from([0xff, 0xd8, 0xff])])
      expect(validate(timeStampedContainer({ file: { name: 'a.bin', content } })).nested).toBeNull()
  })
})

describe('ASiC-E with CAdES', () => {
  it('ASiC-E with CAdES passes and covers the manifest and the files', () => {
    const report = validate(asicECadesContainer({ files: [agreement, other] }))
    expect(report.document.form).toEqual({ kind: 'asic-e' })
    expect(outcomesOf(report)).toEqual(['TOTAL-PASSED'])
    expect(report.signatures[0]?.scopes).toEqual([
      { kind: 'manifest', name: 'META-INF/ASiCManifest001.xml' },
      { kind: 'file', name: agreement.name },
      { kind: 'file', name: other.name },
    ])
  })

  it.each([
    [
      'a file whose digest the manifest does not have',
      { manifest: () => [{ ...agreement, digestValue: Buffer.alloc(32) }] },
      'TOTAL-FAILED HASH_FAILURE signed-data-intact',
    ],
    ['a file that is not there', { manifest: () => [agreement, other] }, 'INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found'],
    ['a file twice', { manifest: () => [agreement, agreement] }, 'TOTAL-FAILED FORMAT_FAILURE asic-manifest-usable'],
    ['no file', { manifest: () => [] }, 'TOTAL-FAILED FORMAT_FAILURE data-object-signed'],
    ['content of its own', { cades: { content: Buffer.from('x') } }, /cms-content-detached/],
  ] as const)('ASiC-E with CAdES whose manifest or message has %s does not pass', (_, options, verdict) => {
    expect(cades(options as AsicECadesOptions)[0]).toMatch(verdict)
  })

  it('ASiC-E with CAdES fails under POLv3 when a file is not in its manifest', () => {
    const document = asicECadesContainer({ files: [agreement, other], manifest: (files) => files.slice(1) })
    expect(validate(document, 'POLv3').signatures[0]?.errors.map(({ key }) => key)).toContain('data-files-signed')
  })

  it('ASiC-E with CAdES whose manifests are exchanged does not pass', () => {
    const entries = (all: readonly { name: string | Buffer; content: Buffer }[]) =>
      all.map((entry) =>
        entry.name === 'META-INF/ASiCManifest001.xml'
          ? {
              ...entry,
              content: asicManifest('META-INF/signature001.p7s', [{ name: agreement.name, content: agreement.content }], 'sha512'),
            }
          : entry,
      )
    expect(cades({ entries })).toEqual(['TOTAL-FAILED HASH_FAILURE signed-data-intact'])
  })

  it.each([
    [
      'missing',
      (all: readonly { name: string | Buffer; content: Buffer }[]) => all.filter(({ name }) => name !== 'META-INF/ASiCManifest001.xml'),
    ],
    [
      'there twice',
      (all: readonly { name: string | Buffer; content: Buffer }[]) => [
        ...all,
        { name: 'META-INF/ASiCManifest002.xml', content: asicManifest('META-INF/signature001.p7s', []) },
      ],
    ],
    [
      'no XML',
      (all: readonly { name: string | Buffer; content: Buffer }[]) =>
        all.map((entry) => (entry.name === 'META-INF/ASiCManifest001.xml' ? { ...entry, content: Buffer.from('x') } : entry)),
    ],
  ])('ASiC-E with CAdES whose manifest is %s does not pass', (_, entries) => {
    expect(cades({ entries })).toEqual(['TOTAL-FAILED FORMAT_FAILURE asic-manifest-usable'])
  })

  it('ASiC-E with CAdES and a token over an archive manifest is of level LTA', () => {
    const [signature] = validate(asicECadesContainer({ archive: {} })).signatures
    expect(signature).toMatchObject({ indication: 'TOTAL-PASSED', form: { level: 'LTA' } })
    expect(signature?.timeStamps.map(({ facts }) => `${facts.kind} ${facts.imprint.status}`)).toEqual([
      'signature intact',
      'container intact',
    ])
  })

  it('ASiC-E with CAdES does not take proofs from a token whose manifest does not agree with the files', () => {
    const archive = {
      files: (all: readonly { name: string; content: Buffer }[]) =>
        all.map((file) => (file.name.endsWith('.p7s') ? { ...file, digestValue: Buffer.alloc(32) } : file)),
    }
    const [signature] = validate(asicECadesContainer({ archive }), 'POLv3').signatures
    expect(signature?.indication).not.toBe('TOTAL-PASSED')
    expect(signature?.timeStamps.map(({ facts }) => facts.imprint.status)).toEqual(['intact', 'mismatch'])
  })

  it('ASiC-E with both kinds of signatures reports both', () => {
    const both = asicECadesContainer({
      entries: (entries) => [
        ...entries,
        { name: 'META-INF/signatures.xml', content: Buffer.from('<asic:XAdESSignatures xmlns:asic="http://uri.etsi.org/02918/v1.2.1#"/>') },
      ],
    })
    const report = validate(both)
    expect(report.signatures.map(({ source }) => source.file)).toEqual(['META-INF/signatures.xml', 'META-INF/signature001.p7s'])
  })
})

describe('the entry mimetype', () => {
  const document = (mimetype: string | null) => asicContainer({ mimetype })

  it.each([
    ['missing', null, 'mimetype-first'],
    ['that of ADOC', 'application/lt-archyvai-adoc-2008', 'mimetype-expected'],
  ] as const)('an ASiC-E container whose mimetype is %s passes with a warning under POLv3, and not under POLv1', (_, mimetype, key) => {
    const report = validate(document(mimetype), 'POLv3')
    expect(report.document).toMatchObject({ type: 'ASICE', form: { kind: 'asic-e' } })
    expect(report.findings.map((finding) => finding.key)).toContain(key)
    expect(report.findings.map((finding) => finding.key)).not.toContain('container-kind-stated')
    expect(outcomesOf(validate(document(mimetype)))).toEqual(['TOTAL-FAILED FORMAT_FAILURE container-kind-stated'])
  })

  it('a packed mimetype that states another kind does not hide that from POLv1', () => {
    const packed = asicContainer({
      mimetype: 'application/lt-archyvai-adoc-2008',
      entries: (entries) => entries.map((entry) => (entry.name === 'mimetype' ? { ...entry, method: 'deflated' as const } : entry)),
    })
    expect(outcomesOf(validate(packed))).toEqual(['TOTAL-FAILED FORMAT_FAILURE container-kind-stated'])
  })

  it('a mimetype with a line feed behind it is a warning under POLv3 alone', () => {
    const ended = asicContainer({ mimetype: 'application/vnd.etsi.asic-e+zip\n' })
    expect(validate(ended, 'POLv3').findings.map(({ key }) => key)).toEqual(['mimetype-expected'])
    expect(validate(ended).findings).toEqual([])
    expect(outcomesOf(validate(ended, 'POLv3'))).toEqual(outcomesOf(validate(signedContainer(), 'POLv3')))
  })

  it('a packed mimetype is a warning under POLv3 alone', () => {
    const packed = asicContainer({
      entries: (entries) => entries.map((entry) => (entry.name === 'mimetype' ? { ...entry, method: 'deflated' as const } : entry)),
    })
    expect(validate(packed, 'POLv3').findings.map(({ key }) => key)).toEqual(['mimetype-stored'])
    expect(validate(packed).findings).toEqual([])
    expect(outcomesOf(validate(packed, 'POLv3'))).toEqual(outcomesOf(validate(signedContainer(), 'POLv3')))
  })

  it('a container of tokens without mimetype is ASiC-S by its contents', () => {
    expect(validate(timeStampedContainer({ mimetype: null })).document.form).toEqual({ kind: 'asic-s' })
    expect(validate(timeStampedContainer({ mimetype: asicsType })).findings).toEqual([])
  })
})
