import { reasonOf } from '#model'
import { memberOf } from '#std'
import { type ComparedAnswer, readRefusal, readReport, type SivaInterface } from './compared-answer.js'

/** The service cannot be asked, or gives no answer of SiVa. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

interface SivaQuestion {
  readonly document: Uint8Array
  readonly filename: string
  readonly policy: string
  /** Null: not sent. */
  readonly documentType: string | null
}

export interface SivaClient {
  /** The only address to which anything is sent. */
  readonly address: string
  /** The interface that the address has. Sends an empty request and no document. Rejects with `NoAnswer`. */
  recognise(): Promise<SivaInterface>
  /** The answer about a document. Rejects with `NoAnswer`. */
  ask(question: SivaQuestion): Promise<ComparedAnswer>
}

interface ClientBounds {
  readonly answerMilliseconds: number
  readonly maxAnswerBytes: number
}

interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Where documents are sent to: `/validate` below the address, unless the address ends so. Null when the text is no address of HTTP. */
export function validationAddress(text: string): URL | null {
  if (!URL.canParse(text)) return null
  const address = new URL(text)
  // The password of an address would be shown.
  if (!['http:', 'https:'].includes(address.protocol) || address.username !== '' || address.password !== '') return null
  address.hash = ''
  if (!address.pathname.endsWith('/validate')) address.pathname = `${address.pathname.replace(/\/+$/, '')}/validate`
  return address
}

/** @param post the `fetch` of the platform. A redirection is not followed: documents go to the named address alone. */
export function openSivaClient(address: URL, post: typeof fetch, bounds: ClientBounds): SivaClient {
  const send = async (request: object): Promise<Answer> => {
    try {
      const signal = AbortSignal.timeout(bounds.answerMilliseconds)
      const headers = { 'content-type': 'application/json', accept: 'application/json' }
      const answer = await post(address, { method: 'POST', headers, body: JSON.stringify(request), redirect: 'manual', signal })
      return { status: answer.status, body: parsed(await boundedText(answer, bounds.maxAnswerBytes)) }
    } catch (error) {
      if (error instanceof NoAnswer) throw error
      throw new NoAnswer(`The service at ${address.href} cannot be asked: ${causeOf(error)}`, { cause: error })
    }
  }
  const unknown = ({ status }: Answer) =>
    new NoAnswer(
      status >= 300 && status < 400
        ? `The address ${address.href} leads to another one (status ${status}), to which nothing is sent; name that one.`
        : `The address ${address.href} gives no answer of SiVa (status ${status}).`,
    )
  return {
    address: address.href,
    async recognise() {
      const answer = await send({})
      const errors: unknown = answer.status === 400 ? memberOf(answer.body, 'requestErrors') : null
      if (!Array.isArray(errors)) throw unknown(answer)
      // SiVa 1 requires the type of the document; the others do not.
      return errors.some((item) => memberOf(item, 'key') === 'documentType') ? 'siva1' : 'siva3'
    },
    async ask({ document, filename, policy, documentType }) {
      const request = {
        document: Buffer.from(document.buffer, document.byteOffset, document.byteLength).toString('base64'),
        filename,
        ...(documentType === null ? {} : { documentType }),
        signaturePolicy: policy,
      }
      const answer = await send(request)
      const read = answer.status === 200 ? readReport(answer.body) : readRefusal(answer.status, answer.body)
      // Busy, not found and the like say nothing about the document.
      if (read === null || [401, 403, 404, 405, 429, 503].includes(answer.status)) throw unknown(answer)
      return read
    },
  }
}

/** The text of an answer. Rejects with `NoAnswer` when it is larger than the bound. */
async function boundedText(answer: Response, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let length = 0
  const reader = answer.body?.getReader() as ReadableStreamDefaultReader<Uint8Array> | undefined
  for (let read = await reader?.read(); read !== undefined && !read.done; read = await reader?.read()) {
    length += read.value.length
    pieces.push(read.value)
    if (length <= maxBytes) continue
    await reader?.cancel()
    throw new NoAnswer(`The answer is larger than the ${maxBytes} bytes that are read.`)
  }
  return Buffer.concat(pieces).toString('utf8')
}

/** The parsed JSON; null for anything else. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // RangeError: nested too deeply for the parser.
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}

/** `fetch` says only that it failed; its cause says why. */
function causeOf(error: unknown): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'it gave no answer in time.'
  return error instanceof Error && error.cause !== undefined ? reasonOf(error.cause) : reasonOf(error)
}
