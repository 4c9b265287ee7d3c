import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClientAsync, type IOptions } from 'soap'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serverUnderTest } from '../server-under-test.js'
import { dataFilesPath, validationPath } from './envelope.js'

/** `soap` (node-soap) as a client, made from the WSDL that the server hands out. */
describe('a client of node-soap', () => {
  let server: Awaited<ReturnType<typeof serverUnderTest>>
  let base: string
  beforeAll(async () => {
    const files = [
      { fileName: 'õ <1>.txt', size: 3, mimeType: 'text/plain', base64: 'QUJD' },
      { fileName: 'b.txt', size: 9, mimeType: 'text/plain', base64: null },
    ]
    server = await serverUnderTest({ dataFiles: () => Promise.resolve(files), settings: { trustedProxies: ['127.0.0.1'] } })
    base = await server.app.listen({ host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server.app.close())

  const call = async (client: Client, operation: string, argument: object): Promise<readonly unknown[]> => {
    const method: unknown = client[`${operation}Async`]
    if (typeof method !== 'function') throw new Error(`the client has no ${operation}`)
    return (await method.call(client, argument)) as readonly unknown[]
  }
  const connect = (path: string, options: IOptions = {}) => createClientAsync(`${base}${path}?wsdl`, options)

  it.each(['/soap/validationWebService', validationPath])(
    'a client of node-soap reads the description at %s and validates',
    async (path) => {
      const client = await connect(path)
      expect(client.describe()).toHaveProperty('SignatureValidationService.ValidationWebServiceImplPort.ValidateDocument')
      const ValidationRequest = { Document: 'UEsDBA==', Filename: 'õ & <1>.asice', DocumentType: 'BDOC', SignaturePolicy: 'POLv2' }
      const [answer] = await call(client, 'ValidateDocument', { ValidationRequest })
      expect(server.received.at(-1)).toMatchObject({ filename: 'õ & <1>.asice', policy: 'POLv2' })
      expect(answer).toMatchObject({
        ValidationReport: {
          DocumentName: 'õ & <1>.asice',
          Signatures: {
            Signature: [
              {
                Id: 'S0',
                Indication: 'INDETERMINATE',
                Errors: {
                  Error: expect.arrayContaining([
                    { Content: expect.stringContaining('has no path to a trusted authority') as string },
                  ]) as unknown[],
                },
              },
            ],
          },
          ValidSignaturesCount: 0,
          SignaturesCount: 1,
        },
      })
    },
  )

  it('a client of node-soap sends headers of X-Road and gets them back', async () => {
    const client = await connect(validationPath)
    client.addSoapHeader('<xrd:id xmlns:xrd="http://x-road.eu/xsd/xroad.xsd">4894e35d</xrd:id>')
    const ValidationRequest = { Document: 'UEsDBA==', Filename: 'a', DocumentType: 'BDOC' }
    const [, , headers] = await call(client, 'ValidateDocument', { ValidationRequest })
    expect(headers).toMatchObject({ id: '4894e35d' })
  })

  it('a client of node-soap gets a fault as an error with its code and text', async () => {
    const client = await connect(validationPath)
    const ValidationRequest = { Document: ',:', Filename: 'a', DocumentType: 'BDOC' }
    await expect(call(client, 'ValidateDocument', { ValidationRequest })).rejects.toMatchObject({
      root: { Envelope: { Body: { Fault: { faultcode: 'soap:Client', faultstring: 'The document is not valid base64.' } } } },
      response: { status: 500 },
    })
  })

  it('a client of node-soap gets data files', async () => {
    const client = await connect(dataFilesPath)
    const [answer] = await call(client, 'GetDocumentDataFiles', {
      DataFilesRequest: { Document: 'PFNpZ25lZERvYy8+', DocumentType: 'DDOC' },
    })
    expect(answer).toEqual({
      DataFilesReport: {
        DataFiles: {
          DataFile: [
            { Base64: 'QUJD', FileName: 'õ <1>.txt', MimeType: 'text/plain', Size: 3 },
            { FileName: 'b.txt', MimeType: 'text/plain', Size: 9 },
          ],
        },
      },
    })
  })

  it('a client of node-soap reaches the service through a proxy under another path, by the address in the WSDL', async () => {
    const proxy = createServer((request, response) => {
      const headers = new Headers({ forwarded: `proto=http;host="${String(request.headers.host)}"`, 'x-forwarded-prefix': '/siva' })
      if (request.headers['content-type'] !== undefined) headers.set('content-type', request.headers['content-type'])
      const chunks: Buffer[] = []
      request.on('data', (chunk: Buffer) => chunks.push(chunk))
      request.on('end', () => {
        const target = base + (request.url ?? '').replace(/^\/siva/, '')
        const body = request.method === 'POST' ? { body: Buffer.concat(chunks) } : {}
        void fetch(target, { method: request.method ?? 'GET', headers, ...body }).then(async (answer) => {
          response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' })
          response.end(await answer.text())
        })
      })
    }).listen(0, '127.0.0.1')
    await once(proxy, 'listening')
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/siva${validationPath}`
    const client = await createClientAsync(`${address}?wsdl`)
    const ValidationRequest = { Document: 'UEsDBA==', Filename: 'proxy.asice', DocumentType: 'BDOC' }
    await call(client, 'ValidateDocument', { ValidationRequest })
    expect(client.lastEndpoint ?? address).toBe(address)
    expect(server.received.at(-1)?.filename).toBe('proxy.asice')
    proxy.close()
    proxy.closeAllConnections()
  })
})
