import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { releaseMemory } from '#threads'
import { clientOf, type DocumentRequestOptions, readBodies } from '../document-requests.js'
import { keepConnection } from '../error-handling.js'
import { assertNotCompressed, mediaTypeOf } from '../media-types.js'
import { onFirstUse } from '../on-first-use.js'
import { HttpProblem } from '../problem.js'
import { checkedMembers } from '../validation/read-fields.js'
import { callersAddress } from './callers-address.js'
import { echoHeader, withHeader } from './header.js'
import { openRequest } from './open-request.js'
import { operations, type SoapOperation } from './operations.js'
import { type Fault, faultOf, SoapFault } from './soap-fault.js'
import type { SoapAnswer, SoapServer } from './soap-server.js'
import type { FindDescription } from './wsdl.js'

/** Registers the two SOAP 1.1 services, each at its path and at the path of its operation. `?wsdl` returns the WSDL, by GET and by POST. */
export async function soapPlugin(app: FastifyInstance, options: DocumentRequestOptions): Promise<void> {
  for (const operation of operations) await app.register(operationPlugin, { ...options, operation })
}

/** An opened service: node-soap with its WSDL, and the lookup of WSDL and schemas by query. */
interface OpenService {
  readonly server: SoapServer
  readonly findDescription: FindDescription
}

function operationPlugin(
  app: FastifyInstance,
  options: DocumentRequestOptions & { readonly operation: SoapOperation },
  done: () => void,
): void {
  const { operation } = options
  // On first use, because node-soap takes 0.2 s to load and many services get no SOAP request.
  const service = onFirstUse(() => openService(operation))
  app.setErrorHandler(async (error: Error, request, reply) => {
    const { server } = await service()
    return sendAnswer(reply, '', await server.answer(() => Promise.reject(error), faultFor(request)))
  })
  // Before a body is read: a description is returned by POST as well, whatever the body is.
  app.addHook('onRequest', async (request, reply) => {
    const path = request.routeOptions.url ?? operation.path
    const query = request.query as Readonly<Record<string, unknown>>
    const description = (await service()).findDescription(query, () => callersAddress(request, path, options.proxies))
    if (description !== null) return sendXml(reply, description)
    if (request.method !== 'POST') throw notByGet()
    assertSoapRequest(request.headers)
    return undefined
  })
  readBodies(app, options)
  const suffix = operation.operation.charAt(0).toLowerCase() + operation.operation.slice(1)
  for (const path of [operation.path, `${operation.path}/${suffix}`]) {
    app.route({
      method: ['GET', 'POST'],
      url: path,
      // Described by the WSDL; the OpenAPI document describes the JSON interface.
      schema: { hide: true },
      config: { validates: operation.validates },
      handler: async (request, reply) => answerOperation(request, reply, (await service()).server, options),
    })
  }
  done()
}

async function openService(operation: SoapOperation): Promise<OpenService> {
  const [{ openSoapServer }, { openDescriptions }] = await Promise.all([import('./soap-server.js'), import('./wsdl.js')])
  const server = await openSoapServer(operation)
  return { server, findDescription: openDescriptions(server.description) }
}

/**
 * Reads the request, runs the operation and sends the answer. The strict reader of this module reads the request; node-soap gets only the name of the
 * operation. When the Header of the request has been read, the answer or fault has its entries.
 */
async function answerOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  server: SoapServer,
  options: DocumentRequestOptions & { readonly operation: SoapOperation },
): Promise<FastifyReply> {
  const { operation, service, settings } = options
  let header = ''
  const work = async (): Promise<string> => {
    const body = (request.body as Buffer | undefined) ?? Buffer.alloc(0)
    const { soap, request: bounds } = settings.limits
    const { members } = openRequest(body, operation, { ...soap, maxBytes: bounds.maxBodyBytes }, (envelope) => {
      header = echoHeader(envelope)
    })
    // No member is a part of this memory.
    if (body.length >= bounds.largeBytes) releaseMemory([body])
    return operation.start(checkedMembers(request, members, operation.schema), service, clientOf(request, reply, options))
  }
  const answer = await server.answer(work, faultFor(request))
  return sendAnswer(reply, header, answer)
}

/**
 * Refuses a request whose headers show that it is not an envelope, before its body is read. Any XML media type is accepted, so that a SOAP 1.2 request is
 * refused by the namespace of its envelope, with a fault that explains it. The `charset` parameter is ignored: the encoding is that of the XML declaration.
 */
function assertSoapRequest(headers: IncomingHttpHeaders): void {
  assertNotCompressed(headers)
  const type = mediaTypeOf(headers['content-type'] ?? '')
  if (type === '' || type === 'text/xml' || type === 'application/xml' || type.endsWith('+xml')) return
  if (type.startsWith('multipart/'))
    throw new SoapFault(
      'Client',
      'SOAP_ATTACHMENTS',
      'Attachments are not read: send the document in base64 inside the envelope, as text/xml.',
    )
  throw new SoapFault('Client', 'SOAP_MEDIA_TYPE', 'Send the envelope as text/xml.')
}

function notByGet(): HttpProblem {
  return new HttpProblem(405, 'method', 'METHOD_NOT_ALLOWED', 'Send SOAP requests by POST; the description of the service is at ?wsdl.', {
    allow: 'POST',
  })
}

function faultFor(request: FastifyRequest): (error: unknown) => Fault {
  return (error) => faultOf(asError(error), request)
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new TypeError('a value that is not an Error was thrown', { cause: error })
}

function sendAnswer(reply: FastifyReply, header: string, { envelope, fault }: SoapAnswer): FastifyReply {
  keepConnection(reply)
  if (fault !== null) reply.code(fault.status).headers(fault.headers)
  return sendXml(reply, withHeader(envelope, header))
}

function sendXml(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'text/xml; charset=utf-8').send(text)
}
