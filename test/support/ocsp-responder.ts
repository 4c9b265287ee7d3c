import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { freshKey } from './capsule-pki.js'
import type { Identity } from './certificate.js'
import { issueCertificate, purposes } from './certificate.js'
import { octetString } from './der.js'
import { type OcspOptions, ocspResponse } from './ocsp.js'

/** A responder to which the authority delegated. `changes` give it a defect. */
export function responderOf(authority: Identity, changes: Partial<Parameters<typeof issueCertificate>[0]> = {}): Identity {
  return issueCertificate({
    subject: [['CN', 'Responder of Clients']],
    key: freshKey('responder', 'P-256'),
    issuer: authority,
    notBefore: '2020-01-01T00:00:00Z',
    notAfter: '2049-01-01T00:00:00Z',
    keyUsage: ['digitalSignature'],
    extendedKeyUsage: { purposes: [purposes.ocspSigning] },
    ocspNoCheck: true,
    ...changes,
  })
}

/** The nonce of a request as it stands in the extension: behind the OID and the header of extnValue. */
export function nonceOf(request: Buffer): Buffer {
  const oid = Buffer.from('06092b0601050507300102', 'hex')
  const at = request.indexOf(oid)
  if (at < 0) throw new Error('the request has no nonce')
  return request.subarray(at + oid.length + 2, at + oid.length + 2 + (request[at + oid.length + 1] ?? 0))
}

/** An OCSP responder on a port of this machine. What it answers is the function of the test; requests are counted. */
export interface OcspResponder {
  readonly host: string
  readonly url: string
  readonly requests: readonly Buffer[]
  /** How the next requests are answered; an answer is made for each. */
  answer: (request: Buffer) => OcspOptions | Buffer | Promise<OcspOptions | Buffer>
  /** Null: what `answer` says. */
  listener: RequestListener | null
  close(): Promise<void>
}

export async function startOcspResponder(): Promise<OcspResponder> {
  const requests: Buffer[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const asked = Buffer.concat(chunks)
      requests.push(asked)
      if (responder.listener !== null) {
        responder.listener(request, response)
        return
      }
      if (request.method !== 'POST' || request.headers['content-type'] !== 'application/ocsp-request') {
        response.writeHead(400).end()
        return
      }
      void Promise.resolve(responder.answer(asked)).then((answer) => {
        const der = Buffer.isBuffer(answer) ? answer : ocspResponse({ nonce: nonceOf(asked), ...answer })
        response.writeHead(200, { 'content-type': 'application/ocsp-response' }).end(der)
      })
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const responder: OcspResponder = {
    host,
    url: `http://${host}/ocsp`,
    requests,
    answer: () => octetString(Buffer.from('no answer was set')),
    listener: null,
    close: async () => {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return responder
}
