import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { UndecodedDocument } from '#service'
import { readJsonMembers, readRequestMembers } from '../../src/http/json-body.js'
import { HttpProblem } from '../../src/http/problem.js'
import { decodeDocument } from '../../src/service/supplied-document.js'
import { seededRandom } from '../trust/memory-files.js'

const long = 'QUJDREVG'.repeat(200)
const other = 'WFlaMTIz'.repeat(200)
const bounds = limits.request

interface Reading {
  readonly document: unknown
  readonly rest: Record<string, unknown>
}

/** What a request with the same body means to a reader that knows JSON.parse only; null when it is refused. */
function byJsonParse(body: Buffer): Reading | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(body)
    const value: unknown = JSON.parse(text)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
    const { document, ...rest } = value as Record<string, unknown>
    if (typeof document !== 'string' || !/^[A-Za-z0-9+/\-_=\t\n\r ]+$/.test(document) || !/[^\t\n\r ]/.test(document)) return null
    return { document: Buffer.from(document.split('=', 1)[0] ?? '', 'base64').toString('hex'), rest }
  } catch {
    return null
  }
}

let cuts = 0

/** The same by the service: cut where it can be, and read as a whole where that turns out to be nothing. */
function byService(body: Buffer): Reading | null {
  const whole = (bytes: Buffer): Reading | null => {
    const { document, ...rest } = readJsonMembers(bytes, bounds)
    if (typeof document !== 'string' || !/[^\t\n\r ]/.test(document) || !/^[A-Za-z0-9+/\-_=\t\n\r ]+$/.test(document)) return null
    return { document: Buffer.from(document.split('=', 1)[0] ?? '', 'base64').toString('hex'), rest }
  }
  try {
    const { members, document } = readRequestMembers(body, bounds)
    if (document === null) return whole(body)
    try {
      const { document: _placeholder, ...rest } = members
      const reading = { document: Buffer.from(decodeDocument(document)).toString('hex'), rest }
      cuts += 1
      return reading
    } catch (error) {
      if (!(error instanceof UndecodedDocument)) throw error
      return whole(Buffer.from(error.octets))
    }
  } catch (error) {
    if (error instanceof HttpProblem) return null
    throw error
  }
}

const agree = (body: Buffer) =>
  expect({ body: body.toString('latin1'), ...byService(body) }).toEqual({ body: body.toString('latin1'), ...byJsonParse(body) })

const cutOut = (body: string | Buffer) => {
  const bytes = Buffer.from(body)
  const { document } = readRequestMembers(bytes, bounds)
  return document === null ? null : Buffer.from(decodeDocument(document)).toString('base64')
}

describe('the document of a JSON request is cut out of its octets', () => {
  it('at any position, with any notation of the rest', () => {
    for (const body of [
      `{"document":"${long}","filename":"a"}`,
      `\ufeff{"document":"${long}"}`,
      ` {\n"filename" : "õ\\"document\\":",\t"document"\r\n:  "${long}" } `,
      `{"docu\\u006dent":"${long}"}`,
      `{"document":"","document":"${long}"}`,
      `{"a":[{"document":1}],"document":"${long}","b":null}`,
    ])
      expect(cutOut(body)).toBe(long)
  })

  it('and its padding, its letters of base64url and its spaces are those of base64', () => {
    for (const text of [`${long}QQ==`, `${long}QUI=`, `${long}-_-_`, `${long} `, `${long}====`, `${long}Q`])
      expect(cutOut(`{"document":"${text}"}`)).toBe(Buffer.from(text.split('=')[0] ?? '', 'base64').toString('base64'))
  })

  it.each<[string, string | Buffer]>([
    ['short', '{"document":"QUJD"}'],
    ['a later one counts', `{"document":"${long}","document":"QUJD"}`],
    ['two long ones', `{"document":"${long}","document":"${other}"}`],
    ['another member is long as well', `{"document":"${long}","filename":"${other}"}`],
    ['it is the name of a member', `{"${long}":"document","document":"QUJD"}`],
    ['it stands inside of another value', `{"x":{"document":"${long}"},"document":"QUJD"}`],
    ['the request is no object', `["document","${long}"]`],
    ['it holds an escape', `{"document":"${long}\\u0041"}`],
    ['it holds an escaped quotation mark', `{"document":"${long}\\""}`],
    ['letters beyond ASCII', `{"document":"${long}õ"}`],
    ['the rest is no UTF-8', Buffer.from(`{"document":"${long}","filename":"õ"}`, 'latin1')],
    ['the rest is malformed', `{"document":"${long}",}`],
    ['something follows', `{"document":"${long}"} x`],
    ['it does not end', `{"document":"${long}`],
  ])('unless %s', (_what, body) => {
    expect(readRequestMembers.bind(null, Buffer.from('{}'), bounds)()).toMatchObject({ document: null })
    expect(() => cutOut(body)).not.toThrow(UndecodedDocument)
    agree(Buffer.from(body))
  })

  it('by a text that cannot be predicted', () => {
    const placeholder = String(readRequestMembers(Buffer.from(`{"document":"${long}"}`), bounds).members['document'])
    expect(cutOut(`{"document":"${placeholder}","x":"${long}"}`)).toBeNull()
  })

  it('and is read as a whole when it is not base64, so that the refusal is the same', () => {
    for (const text of ['!', '\n', '\u0001', '"', "'", '.', '{'])
      expect(() => cutOut(`{"document":"${long}${text}"}`), JSON.stringify(text)).toThrow()
    const body = Buffer.from(`{"document":"${long}\n"}`)
    const { document } = readRequestMembers(body, bounds)
    let back: unknown = null
    try {
      if (document !== null) decodeDocument(document)
    } catch (error) {
      back = error
    }
    expect(back).toBeInstanceOf(UndecodedDocument)
    expect(Buffer.from((back as UndecodedDocument).octets).equals(body)).toBe(true)
    expect(() => readJsonMembers(body, bounds)).toThrow(/not well-formed JSON/)
  })

  it('exactly where JSON.parse reads the same, over 6,000 mutated requests', () => {
    const random = seededRandom(18)
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T
    const spaces = ['', '', '', ' ', '\n', '\t\r']
    const short = ['"a"', '"QUJD"', '"õ€𝄞"', '"\\\\"', '1', 'null', '[]', '{}', `{"document":"QUJD"}`]
    const longs = [`"${long}"`, `"${long}"`, `"${other}=="`, `"${long} -_"`]
    const odd = [`"${long}\\n"`, `"${long}!"`, `"${long}\t"`, `"${long}\u0000"`, '"\\"', `["${long}"]`, `{"document":"${long}"}`, '-', '"']
    const names = ['"document"', '"document"', '"filename"', '"a"', '"docu\\u006dent"', '"__proto__"']
    const oddNames = [`"${other}"`, 'document', '']
    const value = () => pick(random() < 0.9 ? (random() < 0.4 ? longs : short) : odd)
    const name = () => pick(random() < 0.97 ? names : oddNames)
    const space = () => (random() < 0.99 ? pick(spaces) : pick(['\u00a0', '\ufeff']))
    const before = cuts
    for (let i = 0; i < 6_000; i++) {
      const members = Array.from({ length: 1 + Math.floor(random() * 3) }, () => `${space()}${name()}${space()}:${space()}${value()}`)
      const text = `${space()}{${members.join(random() < 0.97 ? ',' : pick(['', ',,', ';']))}${space()}}${space()}`
      let body = Buffer.from(text, random() < 0.95 ? 'utf8' : 'latin1')
      const harm = random()
      if (harm < 0.1) body[Math.floor(random() * body.length)] = Math.floor(random() * 256)
      else if (harm < 0.15) body = body.subarray(0, Math.floor(random() * body.length))
      else if (harm < 0.2) body = Buffer.concat([body, Buffer.from(pick(['}', ' ', '"', '\\', '{"document":"QUJD"}']))])
      agree(body)
    }
    // So that the cut has had its part in it.
    expect(cuts - before).toBeGreaterThan(400)
  })
})
