import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type ISoapFaultError, Server, WSDL } from 'soap'
import { packageFolder } from '#config'
import { writableText } from '#readers/xml'
import { writeXml } from '#writers/siva1'
import { ENVELOPE, SERVICE } from './namespaces.js'
import type { SoapOperation } from './operations.js'
import type { Fault } from './soap-fault.js'

/** The envelope of an answer, and its fault; null when it has none. */
export interface SoapAnswer {
  readonly envelope: string
  readonly fault: Fault | null
}

/** One of the two services that the WSDLs describe. */
export interface SoapServer {
  /** The text of the WSDL. */
  readonly description: string
  /**
   * Runs the work of one request and writes the envelope of its answer, without Header.
   *
   * @param work resolves with the response element in XML
   * @param faultOf the fault for a rejection of the work
   */
  answer(work: () => Promise<string>, faultOf: (error: unknown) => Fault): Promise<SoapAnswer>
}

/** The folder of the WSDLs. */
export const wsdlFolder = fileURLToPath(new URL('wsdl/', packageFolder))

/** What node-soap calls for one request. It inserts the text of `_xml` unchanged; a report given as an object it would write without its namespace. */
type Perform = () => Promise<{ readonly _xml: string }>

/**
 * Opens a node-soap server without connections. It dispatches by the WSDL, calls the operation and writes the envelope of the answer. It does not get the
 * request but an empty envelope with the operation: node-soap trims texts and merges elements of the same name, while the strict reader preserves the texts of
 * fields character for character. The work of a request takes the place of its connection, which node-soap hands to the operation. WSDL and schemas are read
 * from the disk.
 */
export async function openSoapServer(operation: SoapOperation): Promise<SoapServer> {
  const { service, port, path } = operation
  const perform = (
    _arguments: unknown,
    _callback: unknown,
    _headers: unknown,
    { connection }: { readonly connection: { perform: Perform } },
  ) => connection.perform()
  const services = { [service]: { [port]: { [operation.operation]: perform } } }
  const wsdl = new WSDL(readFileSync(wsdlFolder + operation.wsdl, 'utf8'), wsdlFolder + operation.wsdl, { httpClient: noNetwork })
  const server = await new Promise<Server>((resolve, reject) => {
    const callback = (error: unknown) => (error instanceof Error ? reject(error) : resolve(opened))
    const opened: Server = new Server(null, path, services, wsdl, { path, services, suppressStack: true, callback })
  })
  const call = writeXml({
    'soap:Envelope': { '@xmlns:soap': ENVELOPE, '@xmlns:siva': SERVICE, 'soap:Body': { [`siva:${operation.operation}`]: '' } },
  })
  return {
    description: wsdl.toXML(),
    answer: async (work, faultOf) => {
      const operation = { called: false }
      let fault: Fault | null = null
      const perform: Perform = async () => {
        operation.called = true
        try {
          return { _xml: await work() }
        } catch (error) {
          fault = faultOf(error)
          throw new FaultAnswer(fault)
        }
      }
      const { body } = await server.processRequest(call, { connection: { perform } })
      if (!operation.called) throw new Error('node-soap has answered without calling the operation')
      return { envelope: body, fault }
    },
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

/** Replaces the HTTP client with which node-soap fetches WSDLs and schemas by URL. Ours are on the disk, so it is never called. */
const noNetwork = {
  request: (address: string): never => {
    throw new Error(`node-soap has tried to fetch ${address}; its HTTP client must not be used`)
  },
}
