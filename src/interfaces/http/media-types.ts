import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { HttpProblem } from './problem.js'

/** Refuses HTTP/1.1 requests without a Host header, and requests with several, because a proxy may have used another one (RFC 9112, 3.2). */
export function installHostCheck(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers, rawHeaders, httpVersion } }, _reply, done) => {
    if (headers.host === undefined && httpVersion === '1.1')
      throw new HttpProblem(400, 'host', 'HOST_MISSING', 'Send a Host header, which HTTP/1.1 requires.')
    const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.length === 4 && name.toLowerCase() === 'host')
    if (hosts.length > 1) throw new HttpProblem(400, 'host', 'HOST_REPEATED', 'Send one Host header.')
    done()
  })
}

/** Refuses a request whose headers state that its body is not JSON, before the body is read. The sentence says what to send instead. */
export function assertJsonRequest(headers: IncomingHttpHeaders, sentence = 'Send the request as application/json.'): void {
  assertNotCompressed(headers)
  const withoutBody = headers['transfer-encoding'] === undefined && (headers['content-length'] ?? '0') === '0'
  const type = mediaTypeOf(headers['content-type'] ?? '')
  if (type === 'application/json' || (type.startsWith('application/') && type.endsWith('+json'))) return
  if (type === '' && withoutBody) return
  throw new HttpProblem(415, 'content-type', 'CONTENT_TYPE_UNSUPPORTED', sentence)
}

/** Refuses a body with a content encoding other than identity. */
export function assertNotCompressed(headers: IncomingHttpHeaders): void {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  // Not decompressed, because 485 KB can decompress to gigabytes.
  if (encoding !== '' && encoding !== 'identity')
    throw new HttpProblem(415, 'content-encoding', 'CONTENT_ENCODING_UNSUPPORTED', 'Send the body without compression.', {
      'accept-encoding': 'identity',
    })
}

export type AnswerType = 'application/json' | 'application/xml' | 'application/atom+xml'

/** Refuses a request whose Accept header excludes all of these types (RFC 9110, 12.5.1). */
export function assertAccepts(headers: IncomingHttpHeaders, ...types: readonly AnswerType[]): void {
  if (types.some((type) => accepts(headers.accept, type))) return
  throw new HttpProblem(406, 'accept', 'NOT_ACCEPTABLE', `The answer is ${types.join(' or ')}, which the Accept header rules out.`)
}

function accepts(accept: string | undefined, type: AnswerType): boolean {
  if (accept === undefined || accept.trim() === '') return true
  let best = { precision: 0, quality: 0 }
  for (const range of accept.split(',')) {
    const precision = ['', '*/*', 'application/*', type].indexOf(mediaTypeOf(range))
    // The most specific range that matches the type decides, even if it excludes the type (q=0).
    if (precision > best.precision) best = { precision, quality: qualityOf(range) }
  }
  return best.quality > 0
}

/** The media type of a header value, in lower case and without parameters. */
export function mediaTypeOf(value: string): string {
  return (value.split(';', 1)[0] ?? '').trim().toLowerCase()
}

function qualityOf(range: string): number {
  for (const parameter of range.split(';').slice(1)) {
    const [name, value] = parameter.split('=', 2)
    if (name?.trim().toLowerCase() === 'q') {
      const quality = Number(value?.trim())
      return Number.isNaN(quality) ? 0 : quality
    }
  }
  return 1
}
