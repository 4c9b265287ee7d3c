import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { readJsonMembers } from '../../../src/interfaces/http/json-body.js'
import { documentCutFrom } from '../../../src/interfaces/http/plain-document.js'
import { HttpProblem } from '../../../src/interfaces/http/problem.js'
import { seededRandom } from '../../trust/memory-files.js'

const long = 'QUJDREVG'.repeat(200)
const other = 'WFlaMTIz'.repeat(200)
const bounds = limits.request

/** The members by a reader that knows JSON.parse only; null when they are refused. */
function byJsonParse(body: Buffer): object | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null
  } catch {
    return null
  }
}

let cuts = 0

/** The same by the service; a document that was cut out is written as base64 again. */
function byService(body: Buffer): object | null {
  try {
    const members = readJsonMembers(body, bounds)
    const document = documentCutFrom(members)
    if (document === null) return { ...members }
    cuts += 1
    return { ...members, document: Buffer.from(document).toString('base64') }
  } catch (error) {
    if (error instanceof HttpProblem) return null
    throw error
  }
}

const cutOut = (body: string) => {
  const document = documentCutFrom(readJsonMembers(Buffer.from(body), bounds))
  return document === null ? null : Buffer.from(document).toString('base64')
}

describe('the document of a JSON request', () => {
  it('is cut out of the octets at any position, with any notation of the rest', () => {
    for (const body of [
      `{"document":"${long}","filename":"a"}`,
      `\ufeff{"document":"${long}"}`,
      ` {\n"filename" : "õ\\"document\\":",\t"document"\r\n:  "${long}" } `,
      `{"docu\\u006dent":"${long}"}`,
      `{"document":"","document":"${long}"}`,
    ])
      expect(cutOut(body)).toBe(long)
  })

  it.each([
    ['it is short', '{"document":"QUJD"}'],
    ['a later one counts', `{"document":"${long}","document":"QUJD"}`],
    ['another member is long as well', `{"document":"${long}","filename":"${other}"}`],
    ['it stands inside of another value', `{"x":{"document":"${long}"},"document":"QUJD"}`],
    ['it holds an escape', `{"document":"${long}\\u0041"}`],
    ['it holds a space', `{"document":"${long} QUJD"}`],
    ['it is no base64', `{"document":"${long}!"}`],
    ['it holds a letter beyond ASCII', `{"document":"${long}õ"}`],
  ])('is left in its member when %s', (_what, body) => {
    expect(cutOut(body)).toBeNull()
    expect(byService(Buffer.from(body))).toEqual(byJsonParse(Buffer.from(body)))
  })

  it('is what JSON.parse reads, over 4,000 mutated requests', () => {
    const random = seededRandom(18)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const values = [
      `"${long}"`,
      `"${long}"`,
      `"${other}"`,
      '"a"',
      '"õ€"',
      '1',
      'null',
      '[]',
      `{"document":"QUJD"}`,
      `"${long}\\n"`,
      `"${long}\u0001"`,
      '"',
    ]
    const names = ['"document"', '"document"', '"filename"', '"docu\\u006dent"', '"a"']
    const before = cuts
    for (let i = 0; i < 4_000; i++) {
      const members = Array.from({ length: 1 + Math.floor(random() * 3) }, () => `${pick(names)}:${pick(values)}`)
      let body = Buffer.from(`{${members.join(',')}}`, random() < 0.95 ? 'utf8' : 'latin1')
      const harm = random()
      if (harm < 0.1) body[Math.floor(random() * body.length)] = Math.floor(random() * 128)
      else if (harm < 0.15) body = body.subarray(0, Math.floor(random() * body.length))
      const [ours, theirs] = [byService(body), byJsonParse(body)]
      // Base64 has several notations; what is compared are the octets.
      const octets = (read: object | null) =>
        read !== null && 'document' in read && typeof read.document === 'string'
          ? Buffer.from(read.document, 'base64').toString('hex')
          : null
      expect({ body: body.toString('latin1'), read: ours === null ? null : { ...ours, document: octets(ours) } }).toEqual({
        body: body.toString('latin1'),
        read: theirs === null ? null : { ...theirs, document: octets(theirs) },
      })
    }
    expect(cuts - before).toBeGreaterThan(300)
  })
})
