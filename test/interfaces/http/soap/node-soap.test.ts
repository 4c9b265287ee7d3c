import { execFileSync } from 'node:child_process'
import { Socket } from 'node:net'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { HttpClient, Server } from 'soap'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operations } from '../../../../src/interfaces/http/soap/operations.js'
import { openSoapServer } from '../../../../src/interfaces/http/soap/soap-server.js'
import { isBuilt, needs } from '../../../support/needs.js'
import { settingsWith } from '../../../support/settings.js'
import { report, serverUnderTest } from '../server-under-test.js'
import { dataFilesEnvelope, dataFilesPath, envelope, expectFault, expectReport, post, validationPath } from './envelope.js'

afterEach(() => {
  vi.restoreAllMocks()
})

const large = `<Document>${'UEsD'.repeat(5_000)}</Document><Filename> õ &amp; &lt;1&gt;\u0085.asice\t</Filename><DocumentType>BDOC</DocumentType>`
const header = '<soapenv:Header><u:x xmlns:u="urn:u">secret</u:x></soapenv:Header>'

/** Requests of every kind: served, refused by the strict reader, by a field, by the service. */
const requests = [
  envelope(),
  envelope({ fields: large, header }),
  envelope({ fields: '<Document>,:</Document><Filename>a</Filename><DocumentType>BDOC</DocumentType>', header }),
  envelope({ fields: '<Filename/>', header }),
  envelope({ payload: '<siva:Other/>' }),
  envelope({ body: '<soapenv:Body/><soapenv:Body/>' }),
  `<!DOCTYPE a SYSTEM "http://127.0.0.1:9/a.dtd">${envelope()}`,
  envelope().slice(0, -7),
  '',
]

describe('what node-soap sees of a request', () => {
  it('what node-soap sees of a request is our own envelope with the name of the operation, for any request', async () => {
    const seen = vi.spyOn(Server.prototype, 'processRequest')
    const { app } = await serverUnderTest()
    for (const request of requests) await post({ app }, request)
    await post({ app }, dataFilesEnvelope(), dataFilesPath)
    await app.inject({ method: 'GET', url: validationPath })
    await app.close()
    expect(seen.mock.calls).toHaveLength(requests.length + 2)
    const form =
      /^<soap:Envelope xmlns:soap="[^"]*" xmlns:siva="[^"]*"><soap:Body><siva:(?:ValidateDocument|GetDocumentDataFiles)><\/siva:\w+><\/soap:Body><\/soap:Envelope>$/
    for (const [given] of seen.mock.calls) expect(given).toMatch(form)
  })

  it('what node-soap sees of a request is not what is read: texts arrive character for character, where it would trim them', async () => {
    const { app, received } = await serverUnderTest()
    expectReport(await post({ app }, envelope({ fields: large })))
    await app.close()
    expect(received[0]?.filename).toBe(' õ & <1>\u0085.asice\t')
    expect(received[0]?.document).toHaveLength(15_000)
  })
})

describe('answers of node-soap', () => {
  it('answers of node-soap belong to their requests, however many are on their way', async () => {
    const { app } = await serverUnderTest({
      validate: async ({ filename }) => {
        await new Promise((done) => setTimeout(done, Number(filename) % 7))
        if (Number(filename) % 3 === 0) throw new TypeError('ours')
        return { ...report, document: { ...report.document, name: filename } }
      },
    })
    const answers = await Promise.all(
      Array.from({ length: 60 }, async (_, number) => {
        const fields = `<Document>UEsD</Document><Filename>${number}</Filename><DocumentType>BDOC</DocumentType>`
        const entry = `<u:x xmlns:u="urn:u">${number}</u:x>`
        return { number, entry, answer: await post({ app }, envelope({ fields, header: `<soapenv:Header>${entry}</soapenv:Header>` })) }
      }),
    )
    await app.close()
    for (const { number, entry, answer } of answers) {
      if (number % 3 === 0) expectFault(answer, 'Server', /quote/)
      else expect(expectReport(answer)('DocumentName')).toBe(String(number))
      expect(answer.body).toContain(`<soap:Header xmlns:soapenv=`)
      expect(answer.body).toContain(`${entry}</soap:Header><soap:Body>`)
    }
  })

  it('answers of node-soap without a call are an internal error and not an answer', async () => {
    const [operation] = operations
    if (operation === undefined) throw new Error('there are two operations')
    const fault = () => ({ status: 500, headers: {}, faultCode: 'Server' as const, message: 'ours' })
    const wrong = await openSoapServer({ ...operation, service: 'AnotherService' })
    await expect(wrong.answer(() => Promise.resolve('<a/>'), fault)).rejects.toThrow(/without calling the operation/)
    const sound = await openSoapServer(operation)
    await expect(sound.answer(() => Promise.resolve('<a/>'), fault)).resolves.toMatchObject({ fault: null })
    await expect(
      sound.answer(() => {
        throw new Error('at once')
      }, fault),
    ).resolves.toMatchObject({ fault: { message: 'ours' } })
    await expect(openSoapServer({ ...operation, wsdl: 'none.wsdl' })).rejects.toThrow(/ENOENT/)
  })

  it('answers of node-soap that cannot be given are answered in the shape of the other interfaces, and the next request is served', async () => {
    const { app, logged } = await serverUnderTest()
    const broken = vi.spyOn(Server.prototype, 'processRequest').mockResolvedValue({ body: 'x', statusCode: 200, headers: {} })
    const answer = await post({ app }, envelope())
    expect(answer.statusCode).toBe(500)
    expect(answer.json()).toMatchObject({ requestErrors: [{ key: 'service', code: 'SERVICE_FAULT' }] })
    expect(logged()).toContain('"fault"')
    broken.mockRestore()
    expectReport(await post({ app }, envelope()))
    await app.close()
  })
})

describe('the network', () => {
  it('the network is never touched by node-soap: neither its HTTP client nor a socket of any other kind', async () => {
    const client = vi.spyOn(HttpClient.prototype, 'request')
    const connect = vi.spyOn(Socket.prototype, 'connect')
    const { app } = await serverUnderTest({ dataFiles: () => Promise.resolve([]) })
    for (const request of requests) await post({ app }, request)
    await post({ app }, dataFilesEnvelope(), dataFilesPath)
    for (const url of [`${validationPath}?wsdl`, `${dataFilesPath}?wsdl`, `${validationPath}?xsd=xroad.xsd`])
      expect((await app.inject({ method: 'GET', url })).statusCode).toBe(200)
    await app.close()
    expect(client).not.toHaveBeenCalled()
    expect(connect).not.toHaveBeenCalled()
  })
})

const built = fileURLToPath(new URL('../../../../dist/interfaces/http/index.js', import.meta.url))

describe('node-soap (build first)', needs({ 'a build': isBuilt }), () => {
  it('node-soap is loaded by the first request over SOAP or for a WSDL, and not before', () => {
    // A process of its own: here other tests have loaded it already.
    const program = `
      import { createRequire } from 'node:module'
      import { createServer } from ${JSON.stringify(pathToFileURL(built).href)}
      const quiet = () => undefined
      const logger = { level: 'silent', fatal: quiet, error: quiet, warn: quiet, info: quiet, debug: quiet, trace: quiet, silent: quiet, child: () => logger }
      const service = { validate: () => Promise.reject(new Error('ours')), health: () => ({ application: 'a', version: '1' }), clock: () => 0, close: () => Promise.resolve() }
      const settings = ${JSON.stringify(settingsWith({ docs: false }))}
      const app = await createServer({ settings, service, capsules: null, logger })
      const loaded = () => Object.keys(createRequire(import.meta.url).cache).some((file) => /node_modules.(soap|sax|axios)./.test(file))
      await app.inject({ method: 'POST', url: '/validate', payload: { document: 'UEsD', filename: 'a', documentType: 'BDOC' } })
      await app.inject('/soap')
      const before = loaded()
      const { statusCode } = await app.inject('${validationPath}?wsdl')
      await app.close()
      process.stdout.write(JSON.stringify([before, statusCode, loaded()]))`
    const run = execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    expect(JSON.parse(run)).toEqual([false, 200, true])
  })
})
