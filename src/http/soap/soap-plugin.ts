import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { limits } from '#config'
import type { Caller, ValidationService } from '#service'
import { answerBody, type DocumentRequestOptions, refuseUnderPressure } from '../document-requests.js'
import { HttpProblem } from '../problem.js'
import { callersAddress } from './callers-address.js'
import { assertUnderstood, echoHeader } from './header.js'
import { operations, type SoapOperation } from './operations.js'
import { openEnvelope, payloadOf } from './read-envelope.js'
import { readFields } from './read-request.js'
import { faultOf } from './soap-fault.js'
import { assertSoapRequest } from './soap-request.js'
import { writeFault, writeResponse } from './write-envelope.js'
import { openDescriptions } from './wsdl.js'

export interface SoapPluginOptions extends DocumentRequestOptions {
  readonly service: ValidationService
}

/** The two services over SOAP 1.1, each at its address and at that of its operation; `?wsdl` describes them, by GET and by POST (ruling 31). */
export async function soapPlugin(app: FastifyInstance, options: SoapPluginOptions): Promise<void> {
  app.setErrorHandler((error: Error, request, reply) => sendFault(reply, error, request, ''))
  await refuseUnderPressure(app)
  // The handler reads the body itself, because only it can count the bytes while they arrive.
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload))
  for (const operation of operations) {
    const findDescription = openDescriptions(operation.wsdl)
    const suffix = operation.operation.charAt(0).toLowerCase() + operation.operation.slice(1)
    for (const path of [operation.path, `${operation.path}/${suffix}`]) {
      app.route<{ Querystring: Record<string, unknown> }>({
        method: ['GET', 'POST'],
        url: path,
        // The WSDL describes it; the OpenAPI document is about JSON.
        schema: { hide: true },
        handler: (request, reply) => {
          const description = findDescription(request.query, () => callersAddress(request, path, options.proxies))
          if (description !== null) return sendXml(reply, description)
          if (request.method !== 'POST') throw notByGet()
          return answerOperation(request, reply, operation, options)
        },
      })
    }
  }
}

/** Reads the request, begins the work and writes the answer. What comes after the header of the request is told with that header, faults too. */
async function answerOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: SoapOperation,
  options: SoapPluginOptions,
): Promise<FastifyReply> {
  let header = ''
  // Not async: when it returns, of the request only what the service needs is still held.
  const start = (body: Buffer, caller: Caller): Promise<string> => {
    const envelope = openEnvelope(body, { ...limits.soap, maxBytes: options.settings.maxBodyBytes })
    header = echoHeader(envelope.document)
    assertUnderstood(envelope.document)
    return operation.start(readFields(payloadOf(envelope.document.root), operation, envelope.textOf), options.service, caller)
  }
  try {
    assertSoapRequest(request.headers)
    const report = await answerBody(request, reply, options, start)
    return await sendXml(reply, writeResponse(header, operation.operation, report))
  } catch (error) {
    return sendFault(reply, error, request, header)
  }
}

function notByGet(): HttpProblem {
  return new HttpProblem(405, 'method', 'METHOD_NOT_ALLOWED', 'Send SOAP requests by POST; the description of the service is at ?wsdl.', {
    allow: 'POST',
  })
}

function sendFault(reply: FastifyReply, error: unknown, request: FastifyRequest, header: string): FastifyReply {
  const known = error instanceof Error ? error : new TypeError('what was thrown is no error', { cause: error })
  const fault = faultOf(known, request)
  return sendXml(reply.code(fault.status).headers(fault.headers), writeFault(header, fault))
}

function sendXml(reply: FastifyReply, text: string): FastifyReply {
  return reply.header('content-type', 'text/xml; charset=utf-8').send(text)
}
