import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ISoapFaultError, Server, WSDL } from 'soap'
import { packageFolder } from '#config'
import { memberOf } from '#model'
import { writeXml } from '#writers/siva1'
import { writableText } from '#xml'
import { ENVELOPE, SERVICE } from './namespaces.js'
import type { SoapOperation } from './operations.js'
import type { Fault } from './soap-fault.js'

/** Runs the operation for one request. Resolves with the response element in XML. */
type Work = () => Promise<string>

/** The envelope of an answer, and its fault; null when it has none. */
export interface SoapAnswer {
  readonly envelope: string
  readonly fault: Fault | null
}

/** One of the two services that the WSDLs describe. */
export interface SoapServer {
  /** The text of the WSDL. */
  readonly description: string
  /** Runs the work and writes the envelope of its answer, without Header. `faultOf` returns the fault for a rejection of the work. */
  answer(work: Work, faultOf: (error: unknown) => Fault): Promise<SoapAnswer>
}

/** The folder of the WSDLs. */
export const wsdlFolder = fileURLToPath(new URL('wsdl/', packageFolder))

/**
 * Opens a node-soap server without connections. It dispatches by the WSDL, calls the operation and writes the envelope of the answer. It does not get the
 * request but an envelope that is written here, with the operation and a key to the work: node-soap trims texts and merges elements of the same name, while the
 * strict reader preserves the texts of fields character for character. WSDL and schemas are read from the disk.
 */
export async function openSoapServer(operation: SoapOperation): Promise<SoapServer> {
  const { service, port, path } = operation
  const calls = new Map<string, Call>()
  const perform = (args: unknown) => takeFrom(calls, keyIn(args, operation.wrapper)).perform()
  const services = { [service]: { [port]: { [operation.operation]: perform } } }
  const wsdl = new WSDL(readFileSync(wsdlFolder + operation.wsdl, 'utf8'), wsdlFolder + operation.wsdl, { httpClient: noNetwork })
  const server = await new Promise<Server>((resolve, reject) => {
    const callback = (error: unknown) => (error instanceof Error ? reject(error) : resolve(opened))
    const opened: Server = new Server(null, path, services, wsdl, { path, services, suppressStack: true, callback })
  })
  const [before, after] = envelopeAround(operation)
  let lastKey = 0
  return {
    description: wsdl.toXML(),
    // Not async: the frame of an async function would keep `work`, and with it the request, in memory until the answer.
    answer: (work, faultOf) => {
      const key = String(++lastKey)
      const call = new Call(work, faultOf)
      calls.set(key, call)
      return server
        .processRequest(before + key + after)
        .finally(() => calls.delete(key))
        .then(({ body }) => call.answer(body))
    },
  }
}

/** One request while node-soap processes it. */
class Call {
  #work: Work | null
  readonly #faultOf: (error: unknown) => Fault
  #fault: Fault | null = null

  constructor(work: Work, faultOf: (error: unknown) => Fault) {
    this.#work = work
    this.#faultOf = faultOf
  }

  /** Runs the work. node-soap inserts the text of `_xml` unchanged; a report given as an object it would write without its namespace. */
  perform(): Promise<{ readonly _xml: string }> {
    const work = this.#work
    this.#work = null
    return new Promise<string>((resolve) => resolve(work === null ? '' : work())).then(
      (xml) => ({ _xml: xml }),
      (error: unknown) => {
        this.#fault = this.#faultOf(error)
        throw new FaultAnswer(this.#fault)
      },
    )
  }

  answer(envelope: string): SoapAnswer {
    if (this.#work !== null) throw new Error('node-soap has answered without calling the operation')
    return { envelope, fault: this.#fault }
  }
}

/** A fault in the form that node-soap expects. */
class FaultAnswer extends Error implements ISoapFaultError {
  readonly Fault
  constructor({ faultCode, message, status }: Fault) {
    super(message)
    this.Fault = { faultcode: `soap:${faultCode}`, faultstring: writableText(message), statusCode: status }
  }
}

function takeFrom(calls: Map<string, Call>, key: string): Call {
  const call = calls.get(key)
  if (call === undefined) throw new Error('node-soap has called an operation that the request does not name')
  calls.delete(key)
  return call
}

const keyElement = 'Document'

/** The envelope for node-soap, split at the position of the key, which is the text of the first field of the operation. */
function envelopeAround({ operation, wrapper }: SoapOperation): readonly [before: string, after: string] {
  const mark = 'key'
  const request = { [`siva:${operation}`]: { [`siva:${wrapper}`]: { [keyElement]: mark } } }
  const envelope = writeXml({ 'soap:Envelope': { '@xmlns:soap': ENVELOPE, '@xmlns:siva': SERVICE, 'soap:Body': request } })
  const [before = '', after = ''] = envelope.split(mark)
  return [before, after]
}

function keyIn(args: unknown, wrapper: string): string {
  const key = memberOf(memberOf(args, wrapper), keyElement)
  return typeof key === 'string' ? key : ''
}

/** Replaces the HTTP client with which node-soap fetches WSDLs and schemas by URL. Ours are on the disk, so it is never called. */
const noNetwork = {
  request: (address: string): never => {
    throw new Error(`node-soap has tried to fetch ${address}; its HTTP client must not be used`)
  },
}
