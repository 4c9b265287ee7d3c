import type { FastifyInstance, FastifyRequest } from 'fastify'
import { memberOf } from '#std'
import type { Members } from '../json-body.js'
import { assertJsonRequest, assertNotCompressed, mediaTypeOf } from '../media-types.js'
import { ownBytes } from '../own-bytes.js'
import { membersWithDocument } from '../plain-document.js'
import { HttpProblem } from '../problem.js'
import { type CheckedMembers, checkedMembers } from './read-fields.js'

/** The other members of a request, which an upload has in its query. */
const queryMembers = ['filename', 'documentType', 'signaturePolicy', 'reportType'] as const

/** The bytes of a file that were sent as they are. */
class UploadedFile {
  readonly bytes: Uint8Array
  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }
}

/** Bounds of a form: its parts, and the octets of the header of each. A form with one file needs few. */
const maxParts = 8
const maxHeader = 4_096

/**
 * Whether the request is an upload: the bytes of a file as the body, or as the only file of a form, and its name in the query. Without a name in the query these
 * media types are refused, as the interface description of SiVa has it.
 */
function isUpload({ headers, query }: FastifyRequest): boolean {
  const type = mediaTypeOf(headers['content-type'] ?? '')
  return (type === 'application/octet-stream' || type === 'multipart/form-data') && memberOf(query, 'filename') !== undefined
}

/** Refuses by the headers alone what is neither JSON nor an upload. */
export function assertJsonOrUpload(request: FastifyRequest): void {
  if (isUpload(request)) assertNotCompressed(request.headers)
  else
    assertJsonRequest(
      request.headers,
      'Send the request as application/json, or the bytes of the file with its name in the query: ?filename=….',
    )
}

/** Reads the bodies of uploads in the scope of a plugin. */
export function readUploads(app: FastifyInstance): void {
  app.addContentTypeParser<Buffer>('application/octet-stream', { parseAs: 'buffer' }, (_request: FastifyRequest, body: Buffer) =>
    Promise.resolve(new UploadedFile(ownBytes(body))),
  )
  app.addContentTypeParser<Buffer>('multipart/form-data', { parseAs: 'buffer' }, (request: FastifyRequest, body: Buffer) =>
    Promise.resolve(body).then((form) => new UploadedFile(onlyFileOf(form, request.headers['content-type'] ?? ''))),
  )
}

/** The members of an upload as those of a request in JSON; null for a request in JSON. The type may be left out: the content shows it. */
export function checkedUpload(request: FastifyRequest): CheckedMembers | null {
  const { body, query } = request
  if (!(body instanceof UploadedFile)) return null
  const given = queryMembers.flatMap((name) => {
    const value: unknown = memberOf(query, name)
    return value === undefined ? [] : [[name, value] as const]
  })
  const members: Members = Object.assign(Object.create(null) as Record<string, unknown>, Object.fromEntries(given))
  const { wrong } = checkedMembers(request, { ...members, document: '-' }, 'ValidationRequest')
  const really = [...wrong].filter((name) => name !== 'documentType' || members['documentType'] !== undefined)
  return {
    members: membersWithDocument(members, body.bytes),
    wrong: new Set([...really, ...(body.bytes.length === 0 ? ['document'] : [])]),
  }
}

/**
 * The one file of a form (RFC 7578). Only what a form with one file needs is read: parts between lines of the boundary, of which exactly one has a file name.
 * Throws `HttpProblem` (400) for any other body.
 */
function onlyFileOf(body: Buffer, type: string): Uint8Array {
  const [file, second] = partsOf(body, type).filter(({ header }) => /^content-disposition:[^\r\n]*;\s*filename\*?=/im.test(header))
  if (file === undefined) throw malformedForm('The form has no file. Send one file.')
  if (second !== undefined) throw malformedForm('The form has several files. Send one file.')
  return ownBytes(new Uint8Array(file.content))
}

interface Part {
  readonly header: string
  readonly content: Buffer
}

function partsOf(body: Buffer, type: string): readonly Part[] {
  const stated = /;\s*boundary=(?:"([^"]{1,70})"|([^;\s]{1,70}))/i.exec(type)
  const boundary = stated?.[1] ?? stated?.[2]
  if (boundary === undefined) throw malformedForm('The content type of the form does not state its boundary.')
  const parts: Part[] = []
  // A boundary stands at the beginning of a line; the end of the line before it belongs to it (RFC 2046, 5.1.1).
  const line = `\r\n--${boundary}`
  if (!body.subarray(0, line.length - 2).equals(Buffer.from(line.slice(2)))) throw malformedForm(unreadable)
  let start = line.length - 2
  while (body.toString('latin1', start, start + 2) !== '--') {
    if (parts.length === maxParts) throw malformedForm(`The form has more than ${maxParts} parts. Send one file.`)
    const endOfHeader = body.indexOf('\r\n\r\n', start)
    const end = body.indexOf(line, Math.max(start, endOfHeader + 2))
    if (body.toString('latin1', start, start + 2) !== '\r\n' || endOfHeader < 0 || endOfHeader - start > maxHeader || end < 0)
      throw malformedForm(unreadable)
    parts.push({ header: body.toString('latin1', start + 2, endOfHeader), content: body.subarray(Math.min(endOfHeader + 4, end), end) })
    start = end + line.length
  }
  return parts
}

const unreadable = 'The form cannot be read as multipart/form-data.'

function malformedForm(message: string): HttpProblem {
  return new HttpProblem(400, 'document', 'FORM_MALFORMED', message)
}
