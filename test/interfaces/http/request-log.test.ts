import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { MalformedDocument } from '#model'
import { createLogger } from '../../../src/interfaces/http/logger.js'
import { openPseudonyms } from '../../../src/interfaces/http/pseudonym.js'
import { passing, withSignature } from '../../support/sample-reports.js'
import { report, serverUnderTest, validRequest } from './server-under-test.js'

type Line = Readonly<Record<string, unknown>>

function linesOf(logged: string, message: string): readonly Line[] {
  const lines = logged
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
  return lines.filter(({ msg }) => msg === message)
}

const trace = '4bf92f3577b34da6a3ce929d0e0e4736'
const traceparent = `00-${trace}-00f067aa0ba902b7-01`

async function idOf(headers: Readonly<Record<string, string>>, url = '/monitoring/health') {
  const server = await serverUnderTest()
  const answer = await server.app.inject({ method: 'GET', url, headers })
  await server.app.close()
  const [line] = linesOf(server.logged(), 'served')
  // The answer and the line name the request alike.
  expect(line?.['id']).toBe(answer.headers['x-request-id'])
  return { id: String(answer.headers['x-request-id']), line }
}

describe('the id of a request', () => {
  it.each(['0f8fad5b-d9cb-469f-a165-70867728950e', 'req_2026.11.22:17', 'A1b2C3d4/edge-7+z='])(
    'the id of a request is %s, its own',
    async (own) => {
      expect((await idOf({ 'x-request-id': own, traceparent })).id).toBe(own)
    },
  )

  it.each([
    ['too short', 'abc'],
    ['too long', 'a'.repeat(129)],
    ['not one word', 'one two three'],
    ['beyond ASCII', 'p\u00e4ring-00001'],
    ['a line break', 'abcdefgh\\n"x'],
    ['an Estonian personal code', '48001010000'],
    ['a Latvian personal code', 'LV:161175-19997'],
  ])('the id of a request is a new one for an id that is %s', async (_what, own) => {
    expect((await idOf({ 'x-request-id': own })).id).toMatch(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)
  })

  it('the id of a request is that of the trace, which is also in the line', async () => {
    const { id, line } = await idOf({ traceparent })
    expect([id, line?.['trace']]).toEqual([trace, trace])
  })

  it.each([
    `ff-${trace}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${trace}-${'0'.repeat(16)}-01`,
    `${traceparent}-more`,
    traceparent.toUpperCase(),
  ])('the id of a request is a new one for the malformed trace %s', async (malformed) => {
    const { id, line } = await idOf({ traceparent: malformed })
    expect([id === trace, line !== undefined && 'trace' in line]).toEqual([false, false])
  })

  it('the id of a request is also in refusals of paths that do not exist or cannot be decoded', async () => {
    expect((await idOf({ 'x-request-id': 'request-0001' }, '/nowhere')).id).toBe('request-0001')
    const server = await serverUnderTest()
    const answer = await server.app.inject({ method: 'GET', url: '/%zz', headers: { 'x-request-id': 'request-0002' } })
    expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([400, 'request-0002'])
    await server.app.close()
  })
})

describe('the line of a validation', () => {
  it('the log line of a validation has bytes, type, policy, signatures and verdicts', async () => {
    const server = await serverUnderTest()
    const payload = JSON.stringify({ ...validRequest, signaturePolicy: 'polv2' })
    const answer = await server.app.inject({ method: 'POST', url: '/validate', headers: { 'content-type': 'application/json' }, payload })
    await server.app.close()
    const [line] = linesOf(server.logged(), 'served')
    expect(line).toMatchObject({
      route: '/validate',
      method: 'POST',
      status: 200,
      bytes: payload.length,
      sent: answer.rawPayload.length,
      type: 'BDOC',
      policy: 'POLv2',
      signatures: 1,
      verdicts: { INDETERMINATE: 1 },
    })
  })

  it('the log line of a validation without a report has type and policy, and the codes of the refusal', async () => {
    const server = await serverUnderTest({ validate: () => Promise.reject(new MalformedDocument('ZIP_CRC', 'Damaged.')) })
    await server.app.inject({ method: 'POST', url: '/validate', payload: validRequest })
    await server.app.close()
    const [line] = linesOf(server.logged(), 'served')
    expect(line).toMatchObject({ status: 400, type: 'BDOC', policy: 'POLv1', problems: ['ZIP_CRC'] })
    expect(line).not.toHaveProperty('signatures')
    expect(linesOf(server.logged(), 'statistics')).toEqual([])
  })
})

describe('statistics', () => {
  it('statistics have the members of the reference, and of the user a pseudonym', async () => {
    const logPseudonymKey = 'k'.repeat(32)
    const server = await serverUnderTest({ settings: { logPseudonymKey } })
    const headers = { 'x-authenticated-user': '48001010000' }
    await server.app.inject({ method: 'POST', url: '/validate', payload: validRequest, headers })
    await server.app.inject({ method: 'POST', url: '/validate', payload: validRequest })
    await server.app.close()
    const [named, unnamed] = linesOf(server.logged(), 'statistics').map(({ stats }) => stats as Line)
    const [result] = report.signatures
    expect({ ...named, dur: 0 }).toEqual({
      type: 'ASiC-E',
      sigType: 'XAdES',
      usrId: openPseudonyms(logPseudonymKey)('48001010000'),
      dur: 0,
      sigCt: 1,
      vSigCt: 0,
      sigRslt: [{ i: result?.indication, si: result?.subIndication, cc: 'EE', sf: 'XAdES_BASELINE_LT' }],
    })
    expect(unnamed?.['usrId']).toBe('N/A')
    expect(server.logged()).not.toContain('48001010000')
  })

  it('statistics leave out the sub-indication of what passed; a country that is not known is XX', async () => {
    const form = { kind: 'ddoc', version: '1.3', hashcode: false } as const
    const passed = withSignature({ ...passing, document: { ...passing.document, form } }, { signer: null })
    const validate = () => Promise.resolve(passed)
    const server = await serverUnderTest({ validate })
    await server.app.inject({ method: 'POST', url: '/validate', payload: { ...validRequest, documentType: 'DDOC' } })
    await server.app.close()
    const [line] = linesOf(server.logged(), 'statistics').map(({ stats }) => stats as Line)
    expect(line).toMatchObject({ type: 'XAdES', vSigCt: 1, sigRslt: [{ i: 'TOTAL-PASSED', cc: 'XX', sf: 'XAdES_BASELINE_LT' }] })
    expect(JSON.stringify(line)).not.toContain('"si"')
  })

  it('statistics can be left out', async () => {
    const server = await serverUnderTest({ settings: { logStatistics: false } })
    await server.app.inject({ method: 'POST', url: '/validate', payload: validRequest })
    await server.app.close()
    expect([linesOf(server.logged(), 'served').length, linesOf(server.logged(), 'statistics').length]).toEqual([1, 0])
  })
})

describe('the form of the log', () => {
  it('the log has times of ISO 8601 and the names of levels', () => {
    let written = ''
    const sink = new Writable({
      write(chunk, _encoding, done) {
        written += String(chunk)
        done()
      },
    })
    createLogger('warn', sink).warn('look here')
    createLogger('warn', sink).info('not here')
    const line = JSON.parse(written) as Line
    expect(line).toEqual({ level: 'warn', time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), msg: 'look here' })
  })
})

describe('pseudonyms', () => {
  it('pseudonyms are the same for the same text and key, and tell neither', () => {
    const [first, second] = [openPseudonyms('a'.repeat(32)), openPseudonyms('b'.repeat(32))]
    expect(first('KC0123456789abcdef')).toBe(openPseudonyms('a'.repeat(32))('KC0123456789abcdef'))
    expect(new Set([first('x'), first('y'), second('x'), openPseudonyms(null)('x'), openPseudonyms(null)('x')]).size).toBe(5)
    expect(first('x')).toMatch(/^[\w-]{22}$/)
  })
})
