import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type DetachedData, type DocumentReport, MalformedDocument } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { asicECadesContainer, asicManifest, timeStampedContainer } from '../support/asic-containers.js'
import { agreement, dataFile } from '../support/asice.js'
import { archiveTimeStamp, cadesSignature } from '../support/cades.js'
import { CanonicalDocument, canonicalizations } from '../support/canonical.js'
import { ddocContainer } from '../support/ddoc/container.js'
import { objectIdentifier } from '../support/der.js'
import { namespaces } from '../support/identifiers.js'
import { detachedSignature, envelopedSignature, envelopedTransform, envelopingSignature, signatureIn } from '../support/loose-xades.js'
import { attribute } from '../support/pdf/cms.js'
import { moments, pki } from '../support/pki.js'
import type { ReferenceOptions } from '../support/signature-options.js'
import { hash } from '../support/signing.js'
import { timeStampToken } from '../support/time-stamp.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)

function validate(document: Buffer, detached: DetachedData | null = null, policy = 'POLv1'): DocumentReport {
  const context = createValidationContext(trust, openDecodedCache(limits))
  const documentType = documentTypeOf(document, limits)
  return validateDocument({ document, filename: 'a', documentType, policy, validationTime: moments.validation, detached }, context)
}
function verdictsOf({ signatures }: DocumentReport): readonly string[] {
  return signatures.map(({ indication, subIndication, errors }) => [indication, subIndication, errors[0]?.key].filter(Boolean).join(' '))
}
const files = (...given: readonly { readonly name: string; readonly content: Buffer }[]): DetachedData => ({
  kind: 'files',
  files: given.map(({ name, content }) => ({ name, bytes: content })),
})
const other = dataFile('lisa.txt', 'Lisa 1\n')
const referenceTo = (uri: string, octets: Buffer, rest: Partial<ReferenceOptions> = {}): ReferenceOptions => ({
  id: 'r-data',
  uri,
  type: null,
  transforms: [canonicalizations.exclusive],
  digest: 'sha256',
  digestValue: hash('sha256', octets),
  mimeType: 'text/xml',
  ...rest,
})
function canonicalKeyInfo(xml: string): Buffer {
  using document = new CanonicalDocument(xml)
  return document.octets('//ds:KeyInfo', 'exclusive')
}
function canonicalOctets(xml: string): Buffer {
  using document = new CanonicalDocument(xml)
  return document.octets('/*', 'exclusive')
}

describe('files beside signatures', () => {
  it.each([
    ['a message with content of its own', cadesSignature(agreement.content), [other]],
    ['a message with content of its own, and a file called content', cadesSignature(agreement.content), [{ ...other, name: 'content' }]],
    ['a detached message over another file', cadesSignature(agreement.content, { enveloping: false }), [agreement, other]],
    ['a detached XML signature over another file', detachedSignature([agreement]), [agreement, other]],
    ['an XML document that is signed itself', envelopedSignature(), [other]],
  ])('a file beside %s is told as one that is not signed, and fails the signature under POLv3', (_, document, given) => {
    const name = given.at(-1)?.name
    expect(validate(document, files(...given)).filesLeftOut.byAll).toEqual({ names: [name], count: 1 })
    const [signature] = validate(document, files(...given), 'POLv3').signatures
    expect(signature?.indication).toBe('TOTAL-FAILED')
    expect(signature?.errors.map(({ key }) => key)).toContain('data-files-signed')
  })

  it('a file beside the message that contains it is signed', () => {
    const report = validate(cadesSignature(agreement.content), files(agreement))
    expect(verdictsOf(report)).toEqual(['TOTAL-PASSED'])
    expect(report.filesLeftOut.byAll.count).toBe(0)
  })

  it('two files of one name beside signatures are refused: a signature could cover either', () => {
    const given = files({ ...other, name: agreement.name }, agreement)
    for (const document of [detachedSignature([agreement]), cadesSignature(agreement.content, { enveloping: false })])
      expect(() => validate(document, given)).toThrow(MalformedDocument)
  })

  it('two digests of one file that contradict each other prove nothing about it, in either order', () => {
    const right = { name: agreement.name, algorithm: 'SHA256', value: hash('sha256', agreement.content).toString('hex') } as const
    const wrong = { ...right, value: '00'.repeat(32) }
    const verdict = (...given: readonly (typeof right | typeof wrong)[]) =>
      verdictsOf(validate(detachedSignature([agreement]), { kind: 'digests', files: given }))
    expect(verdict(right)).toEqual(['TOTAL-PASSED'])
    expect(verdict(right, right)).toEqual(['TOTAL-PASSED'])
    for (const given of [verdict(right, wrong), verdict(wrong, right)])
      expect(given).toEqual(['INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found'])
  })
})

describe('XML signatures that cover no data', () => {
  const manifest = (uri: string) =>
    `<ds:Manifest xmlns:ds="${namespaces.ds}" Id="m1"><ds:Reference URI="${uri}"><ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"></ds:DigestMethod><ds:DigestValue>${hash('sha256', Buffer.from('x')).toString('base64')}</ds:DigestValue></ds:Reference></ds:Manifest>`

  it.each(['#s1', 'leping.txt'])('a signature over a manifest alone covers nothing of what the manifest names: %s', (uri) => {
    const document = envelopedSignature({
      before: '<sum Id="s1">130.00</sum>',
      after: manifest(uri),
      references: () => [referenceTo('#m1', canonicalOctets(manifest(uri)))],
    })
    expect(verdictsOf(validate(document))).toEqual(['TOTAL-FAILED FORMAT_FAILURE data-object-signed'])
  })

  it('a counter-signature that is taken out of its place signs nothing', () => {
    const first = signatureIn(detachedSignature([agreement], { id: 'S9' }).toString())
    const value = /<ds:SignatureValue[\s\S]*?<\/ds:SignatureValue>/.exec(first)?.[0] ?? ''
    const id = / Id="([^"]+)"/.exec(value)?.[1] ?? ''
    const octets = canonicalOctets(value.replace('<ds:SignatureValue', `<ds:SignatureValue xmlns:ds="${namespaces.ds}"`))
    const type = 'http://uri.etsi.org/01903#CountersignedSignature'
    const document = envelopedSignature({ after: first, references: () => [referenceTo(`#${id}`, octets, { type })] })
    expect(verdictsOf(validate(document))[0]).toBe('TOTAL-FAILED FORMAT_FAILURE data-object-signed')
  })

  it('a signature whose transform removes the root covers nothing, whatever stands in its objects', () => {
    const document = envelopingSignature(Buffer.from('Müüja ja ostja\n'), {
      references: ([, ...own]) => [
        referenceTo('', Buffer.alloc(0), { transforms: [envelopedTransform, canonicalizations.exclusive] }),
        ...own,
      ],
    })
    const root = signatureIn(document.toString()).replace(
      '<ds:Signature',
      `<ds:Signature xmlns:ds="${namespaces.ds}" xmlns:xades="${namespaces.xades}" xmlns:asic="${namespaces.asic}"`,
    )
    expect(validate(Buffer.from(root)).signatures.map(({ indication }) => indication)).not.toContain('TOTAL-PASSED')
    const [error] = validate(Buffer.from(root)).signatures[0]?.errors ?? []
    expect(error?.key).toBe('signed-data-found')
  })

  it('a signed ds:Object that was moved into another one, with another object in its place, does not pass', () => {
    const document = envelopingSignature().toString()
    const [object = ''] = /<ds:Object Id="o-data">[^<]*<\/ds:Object>/.exec(document) ?? []
    expect(verdictsOf(validate(Buffer.from(document)))).toEqual(['TOTAL-PASSED'])
    for (const moved of [
      `<ds:Object Id="evil">QQ==</ds:Object><ds:Object><w>${object}</w></ds:Object>`,
      `<ds:Object>${object}</ds:Object>`,
    ])
      expect(verdictsOf(validate(Buffer.from(document.replace(object, moved))))).toEqual([
        'INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found',
      ])
    const outside = (left: string) => document.replace(object, left).replace('<ds:Signature', `<w>${object}</w><ds:Signature`)
    expect(verdictsOf(validate(Buffer.from(outside('<ds:Object Id="evil">QQ==</ds:Object>'))))).toEqual([
      'INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found',
    ])
    expect(verdictsOf(validate(Buffer.from(outside(''))))).toEqual(['TOTAL-PASSED'])
  })

  it('a signed ds:Object that was moved outside does not pass where data stands beside a signed part of another object', () => {
    const part = '<ds:SignatureProperties Id="part"></ds:SignatureProperties>'
    const made = (xml: string) => xml.replace('</ds:Signature>', `<ds:Object>${part}</ds:Object></ds:Signature>`)
    const octets = canonicalOctets(part.replace(' Id', ` xmlns:ds="${namespaces.ds}" Id`))
    const document = envelopingSignature(undefined, {
      edit: made,
      references: (own) => [...own, referenceTo('#part', octets, { id: 'r-part', mimeType: null })],
    }).toString()
    const [object = ''] = /<ds:Object Id="o-data">[^<]*<\/ds:Object>/.exec(document) ?? []
    const outside = (beside: string) =>
      document.replace(object, '').replace('<ds:Signature', `<w>${object}</w><ds:Signature`).replace(part, `${part}${beside}`)
    const verdict = (xml: string) => validate(Buffer.from(xml)).signatures.map(({ indication }) => indication)
    expect(verdict(document)).toEqual(['TOTAL-PASSED'])
    expect(verdict(outside(''))).toEqual(['TOTAL-PASSED'])
    expect(verdict(outside('<sum>999.00</sum>'))).toEqual(['INDETERMINATE'])
  })

  it('a reference to KeyInfo may have the Type of an object, as signature programs write it', () => {
    const type = 'http://www.w3.org/2000/09/xmldsig#Object'
    const made = (xml: string) => xml.replace('<ds:KeyInfo>', '<ds:KeyInfo Id="k0">')
    const keyInfo = canonicalKeyInfo(envelopingSignature(undefined, { edit: made }).toString())
    const document = envelopingSignature(undefined, {
      edit: made,
      references: (own) => [...own, referenceTo('#k0', keyInfo, { id: 'r-key', type, mimeType: null })],
    })
    expect(verdictsOf(validate(document))).toEqual(['TOTAL-PASSED'])
  })

  it('a reference whose Type says that it designates a ds:Object designates nothing else', () => {
    const sum = '<sum Id="s1">120.00</sum>'
    const made = (type: string | null) =>
      envelopedSignature({ before: sum, references: () => [referenceTo('#s1', canonicalOctets(sum), { type })] })
    expect(verdictsOf(validate(made(null)))).toEqual(['TOTAL-PASSED'])
    expect(verdictsOf(validate(made('http://www.w3.org/2000/09/xmldsig#Object')))).toEqual([
      'INDETERMINATE SIGNED_DATA_NOT_FOUND signed-data-found',
    ])
  })

  it('an object that is added to an enveloped signature is told as a part that is not covered', () => {
    const document = envelopedSignature().toString()
    const added = document.replace('</ds:Signature>', '<ds:Object><sum>999.00</sum></ds:Object></ds:Signature>')
    const [signature] = validate(Buffer.from(added)).signatures
    expect(signature?.warnings.map(({ key }) => key)).toEqual(['signed-data-wholly-covered'])
    expect(signature?.scopes).toEqual([{ kind: 'xml-document', transformed: true, leftOut: ['/invoice/ds:Signature/ds:Object[2]'] }])
    expect(validate(Buffer.from(document)).signatures[0]?.warnings).toEqual([])
  })

  it('two elements with the Id that is signed make it not known which of them is', () => {
    const sum = '<sum Id="s1">120.00</sum>'
    const references = () => [referenceTo('#s1', canonicalOctets(sum))]
    expect(verdictsOf(validate(envelopedSignature({ before: sum, references })))).toEqual(['TOTAL-PASSED'])
    for (const wrapped of ['<sum Id="s1">999.00</sum>', '<sum ID="s1">999.00</sum>', '<old xml:id="s1"/>']) {
      const document = envelopedSignature({ before: sum, after: wrapped, references })
      expect(validate(document).signatures.map(({ indication }) => indication)).not.toContain('TOTAL-PASSED')
    }
  })
})

describe('archive time-stamps that leave something out', () => {
  it('an archive-time-stamp-v3 does not cover an attribute of which its index names only one value', () => {
    const signatureTimeStamp = '1.2.840.113549.1.9.16.2.14'
    const coverage = (indexed: (all: readonly Buffer[]) => readonly Buffer[]) => {
      const tokens: Buffer[] = []
      const document = cadesSignature(agreement.content, {
        timeStamps: () => [],
        unsigned: [
          ({ value }) => {
            tokens.push(...[0, 1000].map((later) => timeStampToken({ data: value, genTime: moments.timeStamp + later })))
            return attribute(signatureTimeStamp, ...tokens)
          },
          (made) => {
            const digests = tokens.map((token) => hash('sha256', Buffer.concat([objectIdentifier(signatureTimeStamp), token])))
            return archiveTimeStamp({ index: (index) => ({ ...index, unsigned: indexed(digests) }) })(made)
          },
        ],
      })
      const archive = validate(document).signatures[0]?.timeStamps.find(({ facts }) => facts.kind === 'archive')
      return [archive?.facts.imprint.status, archive?.facts.coverage.timeStamps.length]
    }
    expect(coverage((all) => all)).toEqual(['intact', 2])
    expect(coverage((all) => all.slice(0, 1))).toEqual(['intact', 0])
  })
})

describe('manifests with weak digests', () => {
  /** A manifest that names a file by another digest. */
  const manifestWith = (token: string, { name, content }: Pick<typeof agreement, 'name' | 'content'>, digest: 'sha1' | 'md5') => {
    const identifier = digest === 'md5' ? 'http://www.w3.org/2001/04/xmldsig-more#md5' : 'http://www.w3.org/2000/09/xmldsig#sha1'
    const digestValue = createHash(digest).update(content).digest()
    return Buffer.from(
      asicManifest(token, [{ name, content, digestValue }]).toString().replace('http://www.w3.org/2001/04/xmlenc#sha256', identifier),
    )
  }
  const container = (file: Pick<typeof agreement, 'name' | 'content'>, digest: 'sha1' | 'md5') => {
    const manifest = manifestWith('META-INF/timestamp002.tst', file, digest)
    const token = timeStampToken({ data: manifest, genTime: moments.archive })
    return timeStampedContainer({
      file,
      timeStamp: { unit: pki.signer },
      entries: (entries) => [
        ...entries,
        { name: 'META-INF/ASiCArchiveManifest.xml', content: manifest },
        { name: 'META-INF/timestamp002.tst', content: token },
      ],
    })
  }
  const file = { name: 'vana.ddoc', content: ddocContainer() }

  it('a token whose manifest names the data file with MD5 proves nothing, and sets no time for the document inside', () => {
    for (const policy of ['POLv1', 'POLv3']) {
      const report = validate(container(file, 'md5'), null, policy)
      const { indication, subIndication, errors } = report.timeStampTokens[1] ?? {}
      expect([indication, subIndication, errors?.[0]?.key]).toEqual([
        'INDETERMINATE',
        'CRYPTO_CONSTRAINTS_FAILURE_NO_POE',
        'time-stamp-algorithm-acceptable',
      ])
      expect(report.nested).toBeNull()
    }
  })

  it('a token whose manifest names the data file with SHA-1 passes with a warning, as one whose imprint does', () => {
    const report = validate(container(file, 'sha1'))
    expect(report.timeStampTokens[1]).toMatchObject({ indication: 'TOTAL-PASSED', warnings: [{ key: 'digest-strong' }] })
  })

  it('a token over a manifest with MD5 gives a signature of ASiC-E no archive time-stamp that proves anything', () => {
    const document = (digest: 'sha1' | 'md5') =>
      asicECadesContainer({
        entries: (entries) => {
          const signature = entries.find(({ name }) => name === 'META-INF/signature001.p7s')?.content ?? Buffer.alloc(0)
          const manifest = manifestWith('META-INF/timestamp001.tst', { name: 'META-INF/signature001.p7s', content: signature }, digest)
          return [
            ...entries,
            { name: 'META-INF/ASiCArchiveManifest.xml', content: manifest },
            { name: 'META-INF/timestamp001.tst', content: timeStampToken({ data: manifest, genTime: moments.archive }) },
          ]
        },
      })
    const proven = (digest: 'sha1' | 'md5') =>
      validate(document(digest)).signatures[0]?.proofsOfExistence.filter(({ time }) => time === moments.archive).length
    expect(proven('sha1')).toBeGreaterThan(0)
    expect(proven('md5')).toBe(0)
  })
})

describe('documents inside ASiC-S', () => {
  const file = { name: 'vana.ddoc', content: ddocContainer() }

  it.each([
    ['a token that is made in the future', { timeStamp: { genTime: moments.validation + 3_600_000 } }],
    ['a token of a unit that is none', { timeStamp: { unit: pki.signer } }],
    ['a token over other data', { timeStamp: { data: agreement.content } }],
    [
      'a token over the data file whose archive token covers something else',
      { timeStamp: { unit: pki.signer }, archive: [{ files: <T>(all: readonly T[]) => all.slice(1) }] },
    ],
  ] as const)('a document inside ASiC-S is not judged at the time of %s', (_, options) => {
    const report = validate(timeStampedContainer({ file, ...options }))
    expect(report.timeStampTokens[0]?.indication).not.toBe('TOTAL-PASSED')
    expect(report.nested).toBeNull()
  })
})
