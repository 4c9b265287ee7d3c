import { describe, expect, it } from 'vitest'
import { validate } from '../conformance/validate-sample.js'
import { type Random, seededRandom } from '../readers/xml/random-document.js'
import { agreement, asicContainer, dataFile, signedContainer } from '../support/asice.js'
import { ddocAgreement, ddocContainer, ddocFile } from '../support/ddoc/container.js'
import { ddocPki } from '../support/ddoc/pki.js'
import { minutes, moments, pki } from '../support/pki.js'
import type { SignatureOptions } from '../support/signature-options.js'

type Change = (xml: string) => string

interface Original {
  readonly type: 'BDOC' | 'DDOC'
  /** The document that is changed, or a sound one of another person, time and content whose parts are transplanted into it. */
  readonly make: (tamper: Change, donor?: true) => Buffer
  /** The donor is about other files, which do not come along: then nothing of it may pass. */
  readonly otherFiles?: true
}

const later = minutes(7)
/** Another person at another time, for whom everything is sound as well. */
const another: SignatureOptions = {
  signer: pki.secondSigner,
  signingTime: moments.signing + later,
  timeStamp: { genTime: moments.timeStamp + later },
  ocsp: { producedAt: moments.ocsp + later },
}
const ofDonor = (donor: true | undefined): SignatureOptions => (donor === true ? another : {})
const otherFiles = { files: [dataFile('leping.txt', 'Teine sisu.'), dataFile('c.txt', 'c')] }

const twoFiles = [ddocAgreement, ddocFile('b.txt', 'b')]
const ddocDonor = {
  files: [{ ...ddocAgreement, content: Buffer.from('Teine sisu.') }, ddocFile('c.txt', 'c')],
  signatures: [{ signer: ddocPki.secondSigner, signingTime: moments.signing + later, ocsp: { producedAt: moments.ocsp + later } }],
} as const
const ddoc = (version: '1.0' | '1.1' | '1.2' | '1.3'): Original => ({
  type: 'DDOC',
  make: (tamper, donor) => ddocContainer({ version, tamper, ...(donor === true ? ddocDonor : { files: twoFiles, signatures: [{}] }) }),
})

const originals: Readonly<Record<string, Original>> = {
  LT: {
    type: 'BDOC',
    otherFiles: true,
    make: (tamper, donor) =>
      signedContainer({ tamper, ...ofDonor(donor) }, donor === true ? otherFiles : { files: [agreement, dataFile('b.txt', 'b')] }),
  },
  'LT with exclusive canonicalization': {
    type: 'BDOC',
    make: (tamper, donor) => signedContainer({ writer: 'digidoc4j', tamper, ...ofDonor(donor) }),
  },
  LT_TM: { type: 'BDOC', make: (tamper, donor) => signedContainer({ level: 'LT-TM', tamper, ...ofDonor(donor) }) },
  LTA: {
    type: 'BDOC',
    make: (tamper, donor) =>
      signedContainer({ level: 'LTA', roles: ['juhataja'], tamper, ...ofDonor(donor), archive: [{ genTime: moments.archive + later }] }),
  },
  'two signatures in one file': {
    type: 'BDOC',
    make: (tamper, donor) => asicContainer({ signatures: [[{ id: 'A' }, { id: 'B', tamper, ...ofDonor(donor) }]] }),
  },
  'SK-XML 1.0': ddoc('1.0'),
  'DIGIDOC-XML 1.1': ddoc('1.1'),
  'DIGIDOC-XML 1.2': ddoc('1.2'),
  'DIGIDOC-XML 1.3': ddoc('1.3'),
  'DIGIDOC-XML in hashcode form': {
    type: 'DDOC',
    make: (tamper, donor) => ddocContainer({ tamper, ...(donor === true ? ddocDonor : {}), files: [{ ...ddocAgreement, hashcode: true }] }),
  },
}

/** What each passing signature of a report claims: who, when, proven when, over what, at which level. */
function claimsOf(document: Buffer, documentType: Original['type']): readonly string[] {
  const request = { documentType, policy: 'POLv1', validationTime: '2026-06-01T12:00:00Z' } as const
  const answer = validate(document, 'trust/standard.json', request)
  if (answer.kind === 'refused') return []
  return answer.report.signatures
    .filter(({ indication }) => indication === 'TOTAL-PASSED')
    .map(({ signedBy, claimedSigningTime, info, signatureScopes, signatureLevel }) =>
      JSON.stringify([signedBy, claimedSigningTime, info.bestSignatureTime, signatureScopes.map(({ name }) => name), signatureLevel]),
    )
}

interface Place {
  readonly start: number
  readonly end: number
  readonly name: string
}

/** Where the elements of a well-formed text stand. */
function placesOf(xml: string): readonly Place[] {
  const places: Place[] = []
  const open: { readonly start: number; readonly name: string }[] = []
  for (const match of xml.matchAll(/<(\/?)([A-Za-z][\w:.-]*)(?:\s[^<>]*?)?(\/?)>/g)) {
    const [tag, closing, name = '', empty] = match
    const end = match.index + tag.length
    if (closing === '/') {
      const start = open.pop()
      if (start !== undefined) places.push({ ...start, end })
    } else if (empty === '/') places.push({ start: match.index, end, name })
    else open.push({ start: match.index, name })
  }
  return places
}

const namespaces = [
  'http://www.w3.org/2000/09/xmldsig#',
  'http://uri.etsi.org/01903/v1.3.2#',
  'http://uri.etsi.org/01903/v1.4.1#',
  'http://uri.etsi.org/01903/v1.1.1#',
  'http://www.sk.ee/DigiDoc/v1.3.0#',
  'urn:x',
  '',
]
const identifying = / (Id|URI|Target|ObjectReference)="([^"]*)"/g
const describing = / (xmlns(?::\w+)?|Type|Algorithm|Qualifier|format|version|ContentType|Filename|MimeType|Size|Encoding)="([^"]*)"/g
const insertions = ['<!-- x -->', '<?x y?>', '<x/>', '&#65;', ' ', '\n', '<![CDATA[QQ]]>']

/** One way to make another document of the parts of one: each leaves every octet of the parts as it was, or exchanges two. */
function forged(random: Random, xml: string, donor: string): string {
  const pick = <T>(list: readonly T[]): T | undefined => list[random(list.length)]
  const places = placesOf(xml)
  const one = pick(places)
  const other = pick(places)
  if (one === undefined || other === undefined) return xml
  const piece = xml.slice(one.start, one.end)
  const replaced = (start: number, end: number, text: string) => xml.slice(0, start) + text + xml.slice(end)
  const exchanged = (pattern: RegExp, values: (value: string) => string): string => {
    const found = [...xml.matchAll(pattern)]
    const [to, from] = [pick(found), pick(found)]
    return to === undefined || from === undefined
      ? xml
      : replaced(to.index, to.index + to[0].length, ` ${to[1] ?? ''}="${values(from[2] ?? '')}"`)
  }
  // As often as everything else together: what is sound elsewhere is the most plausible thing to put here.
  if (random(2) === 0) {
    const same = pick(placesOf(donor).filter(({ name }) => name === one.name))
    return same === undefined ? xml : replaced(one.start, one.end, donor.slice(same.start, same.end))
  }
  switch (random(10)) {
    case 0:
      return replaced(one.start, one.end, '')
    case 1:
      return replaced(one.end, one.end, piece)
    case 2:
      return replaced(other.start, other.start, piece)
    case 3:
      return replaced(one.start, one.end, xml.slice(other.start, other.end))
    case 4:
      return replaced(one.start, one.end, `<${one.name}>${piece}</${one.name}>`)
    case 5:
      return exchanged(identifying, (value) => value)
    case 6:
      return exchanged(describing, (value) => (random(2) === 0 ? value : (pick(namespaces) ?? '')))
    case 7: {
      const start = one.start + 1 + one.name.length
      const prefix = random(2) === 0 ? '' : `:${pick(['ds', 'xades', 'q', 'asic']) ?? 'q'}`
      return replaced(start, start, ` xmlns${prefix}="${pick(namespaces) ?? ''}"`)
    }
    case 8: {
      const texts = [...xml.matchAll(/>([^<>]{1,80})</g)].filter(([, text = '']) => text.trim() !== '')
      const [to, from] = [pick(texts), pick(texts)]
      return to === undefined || from === undefined ? xml : replaced(to.index + 1, to.index + to[0].length - 1, from[1] ?? '')
    }
    default: {
      const text = pick([...xml.matchAll(/>([^<>]+)</g)].filter(([, each = '']) => each.trim() !== ''))
      if (text === undefined) return xml
      const at = text.index + 1 + random((text[1] ?? '').length)
      return replaced(at, at, pick(insertions) ?? '')
    }
  }
}

// Moved, repeated, exchanged, wrapped and relabelled parts: what then passes must claim what was signed, and nothing else.
describe('a document made of the parts of another', () => {
  it.each(Object.entries(originals))(
    'a document made of the parts of another claims nothing that was not signed: %s',
    (name, { type, make, otherFiles: foreign }) => {
      const signed = new Set(
        claimsOf(
          make((xml) => xml),
          type,
        ),
      )
      expect(signed.size).toBeGreaterThan(0)
      let donor = ''
      const keep: Change = (xml) => {
        donor = xml
        return xml
      }
      // Only a donor that passes itself, and claims something else, can show that nothing of it is believed here.
      const ofDonors = claimsOf(make(keep, true), type).filter((claim) => !signed.has(claim))
      expect(ofDonors).not.toEqual([])
      // Its whole signature, or its whole document, is as sound here as there. What may never pass is a mixture of both.
      const genuine = new Set([...signed, ...(foreign === true ? [] : ofDonors)])
      const random = seededRandom(name.length * 7919)
      for (let i = 0; i < 80; i++) {
        let document = ''
        const forgery = make((xml) => {
          document = forged(random, xml, donor)
          for (let more = random(3); more > 0; more--) document = forged(random, document, donor)
          return document
        })
        for (const claim of claimsOf(forgery, type)) if (!genuine.has(claim)) expect({ claim, document }).toBeNull()
      }
    },
  )
})
