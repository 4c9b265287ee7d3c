import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import JSZip from 'jszip'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type CanonicalizationMethod, canonicalize, parseXml, type XmlDocument, XmlError } from '#readers/xml'
import { needs } from '../../support/needs.js'
import { mutate, namespaceUris, randomDocument, seededRandom } from './random-document.js'
import { allMethods, askLibxml2, elementsInOrder, type SecondOpinion } from './second-opinion.js'

/** Puts the labels of both sides into the message when they differ; a plain `expect` for each octet string would take most of the time. */
function expectSame(label: string, ours: string, theirs: string): void {
  if (ours !== theirs) expect(`${label}: ${ours}`).toBe(`${label}: ${theirs}`)
}

function secondOpinion(bytes: Uint8Array, label: string): SecondOpinion {
  const second = askLibxml2(bytes)
  if (second === null) throw new Error(`libxml2 refuses ${label}`)
  return second
}

const nameOf = (method: CanonicalizationMethod) => `${method.algorithm}${method.comments ? ' with comments' : ''}`

/** Compares the trees, and the octets of the document and of every element, by every method and prefix list. Returns their number. */
function expectEqualForms(bytes: Uint8Array, prefixLists: readonly (readonly string[])[], label: string, wanted = (_: string) => true) {
  const document = parseXml(bytes, limits.xml)
  const second = secondOpinion(bytes, label)
  const elements = elementsInOrder(document.root)
  expect(elements.map((element) => element.localName)).toEqual(second.names)
  let compared = 0
  for (const method of allMethods) {
    for (const prefixes of method.algorithm === 'exclusive' ? prefixLists : [[]]) {
      const where = `${label} ${nameOf(method)} [${prefixes.join(' ')}]`
      expectSame(where, canonicalize(document, method, { prefixes }).toString(), second.canonicalize('document', method, prefixes))
      for (const [index, element] of elements.entries()) {
        if (!wanted(element.localName)) continue
        const ours = canonicalize(element, method, { prefixes }).toString()
        expectSame(`${where} element ${index}`, ours, second.canonicalize(index, method, prefixes))
        compared++
      }
    }
  }
  second.dispose()
  return compared
}

describe('canonicalization compared with libxml2', () => {
  const prefixLists = [[], ['p'], ['p', '\u{10000}', '#default', 'unknown', 'xml']]

  it.each([1, 2, 3])('canonicalization equals libxml2 for every element of random documents, by every method (seed %i)', (seed) => {
    const random = seededRandom(seed)
    let compared = 0
    for (let i = 0; i < 30; i++) {
      const text = randomDocument(random)
      compared += expectEqualForms(Buffer.from(text), prefixLists, text)
    }
    expect(compared).toBeGreaterThan(1000)
  })
})

const vectors = new URL('../../../../shared/vectors/xml/', import.meta.url)
describe(
  'canonicalization of the vectors compared with libxml2',
  needs({ 'published vectors beside the repository': existsSync(vectors) }),
  () => {
    it.each(['xmlattr.xml', 'astral.xml'])('canonicalization equals libxml2 for the vector %s', (file) => {
      expectEqualForms(readFileSync(new URL(file, vectors)), [[]], file)
    })

    it('canonicalization equals libxml2 for xmlbase2.xml but for the trailing ".." of an apex (C14N 1.1 section 2.4: ".." and ".." are "../../")', () => {
      const bytes = readFileSync(new URL('xmlbase2.xml', vectors))
      const second = secondOpinion(bytes, 'xmlbase2.xml')
      for (const method of allMethods) {
        for (const [index, element] of elementsInOrder(parseXml(bytes, limits.xml).root).entries()) {
          const theirs = second.canonicalize(index, method)
          const differs = method.algorithm === 'c14n11' && element.name === 'p'
          if (differs) expect(theirs).toBe('<p xml:base="../../.."></p>')
          expect(canonicalize(element, method).toString()).toBe(differs ? '<p xml:base="../../../"></p>' : theirs)
        }
      }
      second.dispose()
    })
  },
)

describe('damaged documents', () => {
  const method = { algorithm: 'c14n10', comments: true } as const

  /** What we make of the bytes; anything but an XmlError is a defect and is thrown on. */
  function read(bytes: Uint8Array): XmlDocument | XmlError {
    try {
      return parseXml(bytes, limits.xml)
    } catch (error) {
      if (error instanceof XmlError) return error
      throw error
    }
  }

  /** libxml2 refuses namespaces that are no URIs, and writes `&` in them unescaped. */
  const hasKnownNamespaces = (document: XmlDocument) =>
    elementsInOrder(document.root).every((element) => [...(element.declarations?.values() ?? [])].every((uri) => namespaceUris.has(uri)))

  it('damaged XML documents are refused exactly when libxml2 refuses them, and read alike (seeded mutations of the text)', () => {
    const random = seededRandom(7)
    const count = { refused: 0, read: 0 }
    for (let i = 0; i < 10_000; i++) {
      const text = mutate(randomDocument(random, 2), random)
      const bytes = Buffer.from(text)
      const ours = read(bytes)
      const second = askLibxml2(bytes)
      if (ours instanceof XmlError) {
        if (second !== null && ours.code !== 'XML_DOCTYPE') throw new Error(`only we refuse (${ours.message}): ${JSON.stringify(text)}`)
        count.refused++
      } else if (hasKnownNamespaces(ours)) {
        if (second === null) throw new Error(`only libxml2 refuses: ${JSON.stringify(text)}`)
        expectSame(text, canonicalize(ours, method).toString(), second.canonicalize('document', method))
        count.read++
      }
      second?.dispose()
    }
    expect(count.refused).toBeGreaterThan(1000)
    expect(count.read).toBeGreaterThan(400)
  })

  it('damaged XML documents lead to an XmlError or to a tree, never to another error (seeded flips and cuts of the bytes)', () => {
    const random = seededRandom(11)
    let refused = 0
    for (let i = 0; i < 20_000; i++) {
      let bytes = Buffer.from(randomDocument(random, 2), random(8) === 0 ? 'utf16le' : 'utf8')
      for (let n = 1 + random(3); n > 0; n--) {
        const at = random(bytes.length + 1)
        if (random(3) === 0) bytes = bytes.subarray(0, at)
        else if (random(2) === 0) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1 + random(9))])
        else if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8))
      }
      const result = read(bytes)
      if (result instanceof XmlError) refused++
      else expect(() => canonicalize(result, method)).toSatisfy(throwsNothingButXmlError)
    }
    expect(refused).toBeGreaterThan(10_000)
  })

  function throwsNothingButXmlError(action: () => unknown): boolean {
    try {
      action()
    } catch (error) {
      return error instanceof XmlError
    }
    return true
  }
})

const containers = new URL('../../../../shared/conformance/files/', import.meta.url)
const signed = new Set(['SignedInfo', 'SignedProperties', 'SignatureValue'])

/** The signature files of a container; none when it is no readable ZIP. */
async function signatureFiles(bytes: Uint8Array): Promise<ReadonlyMap<string, Uint8Array>> {
  const files = new Map<string, Uint8Array>()
  if (bytes[0] !== 0x50 || bytes[1] !== 0x4b) return files
  const archive = await JSZip.loadAsync(bytes).catch(() => null)
  if (archive === null) return files
  for (const name of Object.keys(archive.files).filter((file) => /^META-INF\/.*signatures.*\.xml$/i.test(file))) {
    const content = await archive
      .file(name)
      ?.async('uint8array')
      .catch(() => null)
    if (content != null) files.set(name, content)
  }
  return files
}

describe(
  'signatures of real containers compared with libxml2',
  needs({ 'published documents beside the repository': existsSync(containers) }),
  () => {
    it('canonicalization equals libxml2 in octets for SignedInfo, SignedProperties and SignatureValue of real containers by every method', async () => {
      const seen = new Set<string>()
      let compared = 0
      for (const container of readdirSync(containers)) {
        for (const [name, content] of await signatureFiles(readFileSync(join(fileURLToPath(containers), container)))) {
          const key = Buffer.from(content).toString('latin1')
          if (seen.has(key)) continue
          seen.add(key)
          const label = `${container} ${name}`
          compared += expectEqualForms(content, [[], ['ds', 'xades', '#default']], label, (local) => signed.has(local))
        }
      }
      expect(compared).toBeGreaterThan(1000)
    })
  },
)
