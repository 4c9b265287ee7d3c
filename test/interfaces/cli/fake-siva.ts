import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Asked {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

export interface Reply {
  readonly status?: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  /** No answer is given. */
  readonly never?: boolean
}

const servers: Server[] = []

/** A small service on loopback that has the form of SiVa, and keeps what it is asked. */
export async function fakeSiva(answer: (asked: Asked) => Reply): Promise<{ readonly base: string; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const question = { path: request.url ?? '', body: JSON.parse(Buffer.concat(pieces).toString()) as Record<string, unknown> }
      asked.push(question)
      const { status = 200, body, headers = {}, never = false } = answer(question)
      if (never) return
      response.writeHead(status, { 'content-type': 'application/json', ...headers })
      response.end(typeof body === 'string' ? body : JSON.stringify(body))
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** Ends every fake of a test. */
export async function closeFakes(): Promise<void> {
  for (const server of servers.splice(0)) {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await closed
  }
}

const refusal = (...keys: readonly string[]): Reply => ({
  status: 400,
  body: { requestErrors: keys.map((key) => ({ key, message: 'must not be blank' })) },
})
/** As SiVa 1 and 3 answer an empty request. */
export const emptyTo1 = refusal('document', 'documentType', 'filename')
export const emptyTo3 = refusal('document', 'filename')

export const signature = {
  id: 'S0',
  signedBy: 'MÄNNIK,MARI-LIIS,47101010033',
  indication: 'TOTAL-PASSED',
  claimedSigningTime: '2026-03-10T10:00:00Z',
  info: { bestSignatureTime: '2026-03-10T10:00:05Z' },
}
export const of1 = (changes: object = {}): Reply => ({
  body: {
    signatureForm: 'ASiC_E',
    signaturesCount: 1,
    validSignaturesCount: 1,
    signatures: [
      {
        ...signature,
        subIndication: '',
        signatureFormat: 'XAdES_BASELINE_LT',
        signatureLevel: 'AdES',
        errors: [],
        warnings: [],
        ...changes,
      },
    ],
  },
})
export const of3 = (changes: object = {}): Reply => ({
  body: {
    validationReport: {
      validationConclusion: {
        signatureForm: 'ASiC-E',
        signaturesCount: 1,
        validSignaturesCount: 1,
        signatures: [{ ...signature, signatureFormat: 'XAdES_BASELINE_LT', ...changes }],
      },
    },
  },
})
export const answering = (empty: Reply, toDocument: Reply) => (asked: Asked) => ('document' in asked.body ? toDocument : empty)
