import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type DetachedData, type DocumentReport, MalformedDocument, RequestError } from '#model'
import { documentTypeOf, validateDocument } from '#validation'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { asicECadesContainer, asicSContainer, timeStampedContainer } from '../support/asic-containers.js'
import { agreement, dataFile } from '../support/asice.js'
import { cadesSignature, claimedRole, commitmentType, counterSignature, signerAttributes, signerLocation } from '../support/cades.js'
import { ddocContainer } from '../support/ddoc/container.js'
import { envelopedSignature, envelopingSignature } from '../support/loose-xades.js'
import { moments, pki } from '../support/pki.js'
import { createValidationContext, loadTrust } from '../support/validation-context.js'
import type { ZipEntry } from '../support/zip.js'
import { randomNumbers } from './tampering.js'

const { TAMPER_ROUNDS = '1' } = process.env
const rounds = 250 * Number(TAMPER_ROUNDS)

const trust = loadTrust(new URL('../../fixtures/trust/standard.json', import.meta.url).pathname)

function validate(document: Uint8Array, detached: DetachedData | null = null): DocumentReport | null {
  const context = createValidationContext(trust, openDecodedCache(limits))
  try {
    const documentType = documentTypeOf(document, limits)
    return validateDocument(
      { document, filename: 'a', documentType, policy: 'POLv1', validationTime: moments.validation, detached },
      context,
    )
  } catch (error) {
    if (error instanceof MalformedDocument || error instanceof RequestError) return null
    throw error
  }
}

/** The name of a manifest is not signed: it is found by what it says of its signature. */
const isFile = ({ kind }: { readonly kind: string }) => kind !== 'manifest'

/** The verdicts that pass: those of signatures, of tokens, and of the document inside. */
function passing(report: DocumentReport | null): readonly unknown[] {
  if (report === null) return []
  const signatures = report.signatures
    .filter(({ indication }) => indication === 'TOTAL-PASSED')
    .map(({ signer, claimedSigningTime, bestSignatureTime, scopes, claimedRoles, productionPlace, reason }) => ({
      signer: signer?.id,
      claimedSigningTime,
      bestSignatureTime,
      scopes: scopes.filter(isFile),
      claimedRoles,
      productionPlace,
      reason,
    }))
  const tokens = report.timeStampTokens
    .filter(({ indication, coversDataFile }) => indication === 'TOTAL-PASSED' && coversDataFile)
    .map(({ facts, scopes }) => ({ genTime: facts.genTime, scopes }))
  return [...signatures, ...tokens, ...passing(report.nested)]
}

interface Field {
  readonly field: string
  readonly start: number
  readonly end: number
}

const signerFields = ['signer version', 'sid', 'digestAlgorithm', 'signedAttrs', 'signatureAlgorithm', 'signature', 'unsignedAttrs']

/** Places of a CMS message by the field that they are in (RFC 5652, 5.1 and 5.3). */
function fieldsOf(message: Buffer): readonly Field[] {
  const { children, range } = readerOf(message)
  const signedData = children(children(0)[1] ?? 0)[0] ?? 0
  const parts = children(signedData)
  const signerInfo = children(parts.at(-1) ?? 0)[0] ?? 0
  return [
    ...children(signerInfo).map((at, index) => range(signerFields[index] ?? '', at)),
    ...parts
      .slice(0, -1)
      .map((at, index) => range(['version', 'digestAlgorithms', 'encapContentInfo'][index] ?? 'certificates and revocation data', at)),
  ]
}

/** Places of the signed attributes and of the value in a counter-signature attribute. */
function signedPartsOf(attribute: Buffer): readonly Field[] {
  const { children, range } = readerOf(attribute)
  const signerInfo = children(children(0)[1] ?? 0)[0] ?? 0
  return children(signerInfo)
    .map((at, index) => range(signerFields[index] ?? '', at))
    .filter(({ field }) => field === 'signedAttrs' || field === 'signature')
}

/** Walks values of DER by their places. */
function readerOf(message: Buffer) {
  const header = (at: number) => {
    const first = message[at + 1] ?? 0
    const octets = first < 0x80 ? 0 : first & 0x7f
    const length = octets === 0 ? first : message.readUIntBE(at + 2, octets)
    return { start: at + 2 + octets, end: at + 2 + octets + length }
  }
  const children = (at: number) => {
    const { start, end } = header(at)
    const found: number[] = []
    for (let next = start; next < end; next = header(next).end) found.push(next)
    return found
  }
  const range = (field: string, at: number): Field => ({ field, start: at, end: header(at).end })
  return { children, range }
}

/** What the signature does not cover, so that a change there may leave the verdict: it changes nothing that the report says. */
const unsigned: ReadonlySet<string> = new Set([
  'version',
  'digestAlgorithms',
  'certificates and revocation data',
  'signer version',
  // Names are compared without letter case; the signed attributes name the certificate.
  'sid',
  'unsignedAttrs',
  'headers',
])

describe('changed CMS messages', () => {
  it.each([
    ['an enveloping message of level LT', cadesSignature(agreement.content), null],
    ['an enveloping message of level LTA', cadesSignature(agreement.content, { level: 'LTA' }), null],
    [
      'a message with roles, a place and a commitment',
      cadesSignature(agreement.content, {
        signed: [
          signerAttributes('v2', [claimedRole('notar')]),
          signerLocation('EE', 'Tartu'),
          commitmentType('1.2.840.113549.1.9.16.6.5'),
        ],
      }),
      null,
    ],
    [
      'a detached message',
      cadesSignature(agreement.content, { enveloping: false }),
      { kind: 'files', files: [{ name: agreement.name, bytes: agreement.content }] } as const,
    ],
  ])('%s does not pass with a changed bit of what it covers, and says the same where it passes', (_, message, detached) => {
    const whole = passing(validate(message, detached))
    expect(whole).toHaveLength(1)
    const fields = fieldsOf(message)
    const random = randomNumbers(7)
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      const at = random(message.length)
      const changed = Buffer.from(message)
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8))
      const found = passing(validate(changed, detached))
      if (found.length === 0) continue
      const field = fields.find(({ start, end }) => at >= start && at < end)?.field ?? 'headers'
      if (!unsigned.has(field) || JSON.stringify(found) !== JSON.stringify(whole)) wrong.push(`${field} at ${at}`)
    }
    for (let cut = 1; cut < 40; cut++)
      if (passing(validate(message.subarray(0, message.length - cut * 17), detached)).length > 0) wrong.push(`cut of ${cut * 17}`)
    expect(wrong).toEqual([])
  })
})

describe('changed counter-signatures', () => {
  const certificates = [pki.signer, pki.secondSigner, pki.timeStampingUnit].flatMap(({ certificate, issuer }) => [
    certificate,
    ...(issuer === null ? [] : [issuer.certificate]),
  ])
  const counter = counterSignature()
  let made: Buffer = Buffer.alloc(0)
  const message = cadesSignature(agreement.content, {
    certificates,
    unsigned: [
      (signer) => {
        made = counter(signer)
        return made
      },
    ],
  })
  const toldOf = (report: DocumentReport | null) =>
    report?.signatures[0]?.warnings.filter(({ key }) => key.startsWith('counter-signature')).map(({ key }) => key) ?? []

  it('a counter-signature with a changed bit of its signed attributes or its value is never told as intact', () => {
    expect(toldOf(validate(message))).toEqual(['counter-signature-evaluated'])
    const start = message.indexOf(made)
    const random = randomNumbers(11)
    const wrong: string[] = []
    const signed = signedPartsOf(made)
    for (let round = 0; round < rounds; round++) {
      const { field, start: from, end } = signed[random(signed.length)] ?? { field: '', start: 0, end: 0 }
      const at = start + from + random(end - from)
      const changed = Buffer.from(message)
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8))
      const report = validate(changed)
      if (report !== null && toldOf(report).includes('counter-signature-evaluated')) wrong.push(`${field} at ${at}`)
    }
    expect(wrong).toEqual([])
  })
})

const other = dataFile('lisa.txt', 'Lisa 1\n')
type Entries = (entries: readonly ZipEntry[]) => readonly ZipEntry[]
const containers = [
  ['ASiC-S with XAdES', (entries: Entries) => asicSContainer({ entries })],
  ['ASiC-S with CAdES', (entries: Entries) => asicSContainer({ cades: {}, entries })],
  ['ASiC-E with CAdES', (entries: Entries) => asicECadesContainer({ files: [agreement, other], entries })],
  [
    'ASiC-E with CAdES and an archive token',
    (entries: Entries) => asicECadesContainer({ files: [agreement, other], archive: {}, entries }),
  ],
  ['ASiC-S with tokens', (entries: Entries) => timeStampedContainer({ archive: [{}], entries })],
  [
    'ASiC-S with tokens around a DDOC',
    (entries: Entries) => timeStampedContainer({ file: { name: 'vana.ddoc', content: ddocContainer() }, entries }),
  ],
] as const

describe('changed containers', () => {
  /** Whether what passes in a changed container says something that the sound one does not say. */
  const saysMore = (found: readonly unknown[], whole: readonly unknown[]) => {
    const known = new Set(whole.map((each) => JSON.stringify(each)))
    return found.some((each) => !known.has(JSON.stringify(each)))
  }
  const same: Entries = (entries) => entries
  const isData = ({ name }: ZipEntry) => !String(name).startsWith('META-INF/') && name !== 'mimetype'

  it.each(containers)('%s does not pass with a changed data file', (_, make) => {
    const random = randomNumbers(3)
    for (let round = 0; round < 40; round++) {
      const changed: Entries = (entries) =>
        entries.map((entry) => {
          if (!isData(entry)) return entry
          const content = Buffer.from(entry.content)
          const at = random(content.length)
          content[at] = (content[at] ?? 0) ^ (1 << random(8))
          return { ...entry, content }
        })
      expect(passing(validate(make(changed)))).toEqual([])
    }
  })

  it.each(containers)('%s says nothing new when two of its files are exchanged, or one is removed, cut or extended', (_, make) => {
    const whole = passing(validate(make(same)))
    expect(whole.length).toBeGreaterThan(0)
    const names: (string | Buffer)[] = []
    make((entries) => {
      names.push(...entries.map(({ name }) => name))
      return entries
    })
    const wrong: string[] = []
    const check = (what: string, change: Entries) => {
      if (saysMore(passing(validate(make(change))), whole)) wrong.push(what)
    }
    for (const one of names) {
      check(`without ${String(one)}`, (entries) => entries.filter(({ name }) => name !== one))
      const edited =
        (edit: (content: Buffer) => Buffer): Entries =>
        (entries) =>
          entries.map((entry) => (entry.name === one ? { ...entry, content: edit(entry.content) } : entry))
      check(
        `${String(one)} cut`,
        edited((content) => content.subarray(0, -1)),
      )
      check(
        `${String(one)} extended`,
        edited((content) => Buffer.concat([content, Buffer.from('x')])),
      )
      for (const two of names) {
        if (one === two) continue
        const contentOf = (entries: readonly ZipEntry[], wanted: string | Buffer) =>
          entries.find(({ name }) => name === wanted)?.content ?? Buffer.alloc(0)
        check(`${String(one)} and ${String(two)} exchanged`, (entries) =>
          entries.map((entry) =>
            entry.name === one
              ? { ...entry, content: contentOf(entries, two) }
              : entry.name === two
                ? { ...entry, content: contentOf(entries, one) }
                : entry,
          ),
        )
        check(`${String(one)} named as ${String(two)}`, (entries) =>
          entries.filter(({ name }) => name !== two).map((entry) => (entry.name === one ? { ...entry, name: two } : entry)),
        )
      }
    }
    expect(wrong).toEqual([])
  })

  it.each(containers)('%s says nothing new with a changed bit of any file in it', (_, make) => {
    const whole = passing(validate(make(same)))
    const random = randomNumbers(11)
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      let place = ''
      const changed: Entries = (entries) => {
        const index = random(entries.length)
        return entries.map((entry, position) => {
          if (position !== index) return entry
          const content = Buffer.from(entry.content)
          const at = random(content.length)
          content[at] = (content[at] ?? 0) ^ (1 << random(8))
          place = `${String(entry.name)} at ${at}`
          return { ...entry, content }
        })
      }
      if (saysMore(passing(validate(make(changed))), whole)) wrong.push(place)
    }
    expect(wrong).toEqual([])
  })
})

describe('changed XML documents', () => {
  it.each([
    ['an enveloped signature', envelopedSignature({ after: '<note>kinnitatud</note>' }), /<sum[\s\S]*?<\/sum>|<note>[\s\S]*?<\/note>/g],
    ['an enveloping signature', envelopingSignature(), /<ds:Object Id="o-data">[\s\S]*?<\/ds:Object>/g],
  ] as const)('%s does not pass with a changed character of the data, of SignedInfo or of the signed properties', (_, document, data) => {
    const text = document.toString()
    const whole = passing(validate(document))
    expect(whole).toHaveLength(1)
    const signed = [
      ...text.matchAll(data),
      ...text.matchAll(/<ds:SignedInfo>[\s\S]*?<\/ds:SignedInfo>|<xades:SignedProperties[\s\S]*?<\/xades:SignedProperties>/g),
    ]
    expect(signed.length).toBeGreaterThan(2)
    const random = randomNumbers(5)
    const wrong: string[] = []
    for (let round = 0; round < rounds; round++) {
      const region = signed[random(signed.length)]
      if (region === undefined) continue
      const at = region.index + random(region[0].length)
      const before = text[at] ?? ''
      // White space between attributes and in base64 is no part of the value.
      const after = String.fromCharCode(before.charCodeAt(0) ^ (1 << random(5)))
      if (/\s/.test(before) || /\s/.test(after)) continue
      const changed = Buffer.from(text.slice(0, at) + after + text.slice(at + 1))
      if (passing(validate(changed)).length > 0) wrong.push(`${before} to ${after} at ${at}: ${text.slice(at - 30, at + 10)}`)
    }
    expect(wrong).toEqual([])
  })
})
