import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { type CanonicalizationMethod, canonicalize, childElements, parseXml, XmlError } from '#readers/xml'
import { needs } from '../../support/needs.js'

const folder = new URL('../../../../shared/vectors/xml/', import.meta.url)
const missing = !existsSync(folder)

const algorithms: readonly CanonicalizationMethod['algorithm'][] = ['c14n10', 'c14n11', 'exclusive']
/** Santuario is wrong there; the differential test compares them with libxml2. */
const excepted = new Set(['xmlattr.xml', 'xmlbase2.xml'])

interface Line {
  readonly file: string
  readonly method: string
  readonly path: string
  readonly digest: string
  readonly length: number
  readonly text: string
}

function readLines(): Line[] {
  return readFileSync(new URL('canonical-digests.tsv', folder), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.includes('\tERR\t'))
    .map((line) => {
      const [file = '', method = '', path = '', digest = '', length = '', ...text] = line.split('\t')
      return { file, method, path, digest, length: Number(length), text: text.join('\t') }
    })
}

function elementAt(bytes: Buffer, path: string) {
  let element = parseXml(bytes, limits.xml).root
  for (const index of path.split('/').slice(1)) {
    const child = childElements(element)[Number(index)]
    if (child === undefined) throw new Error(`no element at ${path}`)
    element = child
  }
  return element
}

describe('canonical digests made by Apache Santuario', needs({ 'published vectors beside the repository': !missing }), () => {
  const lines = missing ? [] : readLines()
  const counted = lines.filter((line) => !excepted.has(line.file) || line.method.startsWith('4') || line.method.startsWith('5'))
  const files = [...new Set(counted.map((line) => line.file))]

  it('the canonical digests made by Apache Santuario have lines for the vectors', () => {
    expect(lines.length).toBeGreaterThan(500)
    expect(files.length).toBeGreaterThan(24)
  })

  for (const file of files) {
    it(`canonicalization equals all lines of Apache Santuario for ${file}`, () => {
      const bytes = readFileSync(new URL(file, folder))
      for (const line of counted.filter((candidate) => candidate.file === file)) {
        const number = Number(line.method[0])
        const method = { algorithm: algorithms[number >> 1] ?? 'c14n10', comments: number % 2 === 1 }
        const prefixes = line.method.endsWith('p') ? ['ds', 'xades', '#default'] : []
        const octets = canonicalize(elementAt(bytes, line.path), method, { prefixes })
        const where = `${line.method} ${line.path}`
        const escaped = octets.toString().replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
        expect(`${where}: ${escaped}`).toBe(`${where}: ${line.text}`)
        expect(octets.length).toBe(line.length)
        expect(createHash('sha256').update(octets).digest('hex').slice(0, 16)).toBe(line.digest)
      }
    })
  }
})

describe('hostile and malformed documents', needs({ 'published vectors beside the repository': !missing }), () => {
  const files = missing ? [] : readdirSync(new URL('bad/', folder)).filter((file) => file.endsWith('.xml'))
  const read = (file: string) => parseXml(readFileSync(new URL(`bad/${file}`, folder)), limits.xml)

  it.each(files.filter((file) => file !== 'proto.xml'))('refuses the malformed document %s with an XmlError', (file) => {
    expect(() => read(file)).toThrow(XmlError)
  })

  it('reads names of XML that mean something to JavaScript as any other name', () => {
    const { root } = read('proto.xml')
    expect(root.attributes.map((attribute) => attribute.name)).toEqual(['__proto__', 'constructor'])
    expect(childElements(root).map((element) => element.name)).toEqual(['__proto__', 'constructor'])
  })
})
