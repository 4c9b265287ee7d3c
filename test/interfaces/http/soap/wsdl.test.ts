import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attributeOf, elementsNamed } from '#readers/xml'
import { serverUnderTest } from '../server-under-test.js'
import { dataFilesPath, parse, validationPath } from './envelope.js'

let server: Awaited<ReturnType<typeof serverUnderTest>>
let behindProxy: Awaited<ReturnType<typeof serverUnderTest>>
beforeAll(async () => {
  server = await serverUnderTest()
  behindProxy = await serverUnderTest({ settings: { trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
})
afterAll(async () => {
  await server.app.close()
  await behindProxy.app.close()
})

const services = [
  ['siva.wsdl', ['/soap/validationWebService', validationPath]],
  ['siva-datafiles.wsdl', ['/soap/dataFilesWebService', dataFilesPath]],
] as const
const fileOf = (name: string) => readFileSync(new URL(`../../../../wsdl/${name}`, import.meta.url), 'utf8')
const ask = async (from: typeof server, url: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET') => {
  const answer = await from.app.inject({ method, url, headers })
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/xml; charset=utf-8'])
  return answer.body
}
const addressIn = (wsdl: string) => {
  const [address] = elementsNamed(parse(wsdl).root, 'http://schemas.xmlsoap.org/wsdl/soap/', 'address')
  return address === undefined ? null : attributeOf(address, 'location')
}

describe('?wsdl', () => {
  it.each(services)(
    'the WSDL of %s is served by GET and by POST at both addresses, with the address that was used',
    async (name, paths) => {
      for (const path of paths) {
        for (const query of ['?wsdl', '?WSDL', '?wsdl=', '?Wsdl&x=1']) {
          const [got, posted] = [
            await ask(server, path + query, { host: 'siva.example:8443' }),
            await ask(server, path + query, { host: 'siva.example:8443' }, 'POST'),
          ]
          expect(got).toBe(posted)
          expect(addressIn(got)).toBe(`http://siva.example:8443${path}`)
          const asWritten = (text: string) => text.replaceAll(/(?<=ocation=")[^"]*/g, '')
          expect(asWritten(got)).toBe(asWritten(fileOf(name)))
        }
      }
    },
  )

  it.each(services)('the WSDL of %s imports schemas that the same address serves, and they import no others', async (_name, paths) => {
    for (const path of paths) {
      const host = 'siva.example'
      const base = `http://${host}${path}?wsdl`
      const found = new Set<string>()
      const follow = async (address: string): Promise<void> => {
        const { pathname, search } = new URL(address)
        for (const element of elementsNamed(
          parse(await ask(server, pathname + search, { host })).root,
          'http://www.w3.org/2001/XMLSchema',
          'import',
        )) {
          const next = new URL(attributeOf(element, 'schemaLocation') ?? '', address).href
          expect(parse(await ask(server, new URL(next).pathname + new URL(next).search, { host })).root).toMatchObject({
            localName: 'schema',
          })
          if (!found.has(next)) {
            found.add(next)
            await follow(next)
          }
        }
      }
      await follow(base)
      expect([...found]).toEqual([`http://siva.example${path}?xsd=xroad.xsd`, `http://siva.example${path}?xsd=identifiers.xsd`])
    }
  })

  it('the WSDL of an unknown schema is not found', async () => {
    for (const name of ['other.xsd', '../package.json', '__proto__', '']) {
      const answer = await server.app.inject({ method: 'GET', url: `${validationPath}?xsd=${encodeURIComponent(name)}` })
      expect(answer.statusCode).toBe(405)
    }
  })
})

describe('a WSDL', () => {
  const WSDL = 'http://schemas.xmlsoap.org/wsdl/'
  const SOAP = 'http://schemas.xmlsoap.org/wsdl/soap/'
  const headers = ['client', 'service', 'id', 'userId', 'issue', 'protocolVersion']
  it.each([
    [
      'siva.wsdl',
      {
        definitions: 'SignatureValidationService',
        service: 'SignatureValidationService',
        portType: 'ValidationWebService',
        operation: 'ValidateDocument',
        binding: 'SignatureValidationServiceSoapBinding',
        port: 'ValidationWebServiceImplPort',
        address: 'http://localhost:8080/soap/validationWebService',
      },
    ],
    [
      'siva-datafiles.wsdl',
      {
        definitions: 'DataFilesService',
        service: 'DataFilesWebService',
        portType: 'DataFilesWebService',
        operation: 'GetDocumentDataFiles',
        binding: 'DataFilesServiceSoapBinding',
        port: 'DataFilesWebServiceImplPort',
        address: 'http://localhost:8080/soap/dataFilesWebService',
      },
    ],
  ])('the WSDL of %s has the names by which clients were made from the one before', (file, expected) => {
    const { root } = parse(fileOf(file))
    const named = (namespace: string, name: string) => elementsNamed(root, namespace, name)
    const attributes = (namespace: string, name: string, attribute: string) =>
      named(namespace, name).map((element) => attributeOf(element, attribute))
    const { definitions, service, portType, operation, binding, port, address } = expected
    expect([root.localName, attributeOf(root, 'name'), attributeOf(root, 'targetNamespace')]).toEqual([
      'definitions',
      definitions,
      'http://soap.webapp.siva.openeid.ee/',
    ])
    for (const [name, value] of Object.entries({ service, portType, binding, port }))
      expect(attributes(WSDL, name, 'name')).toEqual([value])
    expect(attributes(WSDL, 'message', 'name')).toEqual([operation, `${operation}Response`, 'requestHeader'])
    // Of the port type, and of the binding.
    expect(attributes(WSDL, 'operation', 'name')).toEqual([operation, operation])
    expect(attributes(WSDL, 'part', 'name')).toEqual(['parameters', 'parameters', ...headers])
    expect(attributes(SOAP, 'binding', 'style')).toEqual(['document'])
    expect(attributes(SOAP, 'binding', 'transport')).toEqual(['http://schemas.xmlsoap.org/soap/http'])
    expect(attributes(SOAP, 'operation', 'soapAction')).toEqual([''])
    expect(attributes(SOAP, 'body', 'use')).toEqual(['literal', 'literal'])
    // Of the input, and of the output.
    expect(attributes(SOAP, 'header', 'part')).toEqual([...headers, ...headers])
    expect(attributes(SOAP, 'address', 'location')).toEqual([address])
    expect(named(WSDL, 'fault')).toEqual([])
    expect(named(WSDL, 'documentation').length).toBeGreaterThan(1)
  })
})

describe('the address of the caller', () => {
  const forwarded = { forwarded: 'for=1.2.3.4;Proto=https;host="siva.ria.ee:8443", for=10.0.0.1;proto=http;host=inner' }
  /** Of two proxies, both of which write the protocol. */
  const xForwarded = {
    'x-forwarded-for': '1.2.3.4, 10.0.0.1',
    'x-forwarded-proto': 'https, http',
    'x-forwarded-host': 'siva.ria.ee',
    'x-forwarded-prefix': '/siva/',
  }
  const of = async (from: typeof server, headers: Record<string, string>) =>
    addressIn(await ask(from, '/soap/validationWebService?wsdl', { host: 'inner:8080', ...headers }))

  it('the address of the caller in a WSDL is stated by the outermost of the proxies in the settings only', async () => {
    for (const headers of [forwarded, xForwarded]) expect(await of(server, headers)).toBe('http://inner:8080/soap/validationWebService')
    expect(await of(behindProxy, {})).toBe('http://inner:8080/soap/validationWebService')
    expect(await of(behindProxy, forwarded)).toBe('https://siva.ria.ee:8443/soap/validationWebService')
    expect(await of(behindProxy, xForwarded)).toBe('https://siva.ria.ee/siva/soap/validationWebService')
    expect(await of(behindProxy, { ...xForwarded, ...forwarded })).toBe('https://siva.ria.ee:8443/siva/soap/validationWebService')
  })

  it('the address of the caller in a WSDL is not stated by the peer of the outermost proxy', async () => {
    const made = { forwarded: `for=6.6.6.6;host=evil.example, ${forwarded.forwarded}` }
    expect(await of(behindProxy, made)).toBe('https://siva.ria.ee:8443/soap/validationWebService')
    const older = {
      'x-forwarded-for': `6.6.6.6, ${xForwarded['x-forwarded-for']}`,
      'x-forwarded-proto': `ftp, ${xForwarded['x-forwarded-proto']}`,
      'x-forwarded-host': 'evil.example, siva.ria.ee, inner',
      'x-forwarded-prefix': '/evil, /siva, /siva',
    }
    expect(await of(behindProxy, older)).toBe('https://siva.ria.ee/siva/soap/validationWebService')
    // The proxies write one of the two headers, the other one came through them.
    expect(await of(behindProxy, { ...xForwarded, forwarded: 'for=6.6.6.6;host=evil.example' })).toBe(
      'http://inner:8080/soap/validationWebService',
    )
    expect(await of(behindProxy, { ...xForwarded, forwarded: 'host="' })).toBe('http://inner:8080/soap/validationWebService')
  })

  it('the address of the caller in a WSDL has the port that a proxy names apart, unless it is the usual one', async () => {
    expect(await of(behindProxy, { ...xForwarded, 'x-forwarded-port': '8443' })).toBe(
      'https://siva.ria.ee:8443/siva/soap/validationWebService',
    )
    expect(await of(behindProxy, { ...xForwarded, 'x-forwarded-port': '443' })).toBe('https://siva.ria.ee/siva/soap/validationWebService')
  })

  it.each(['a"/><x y="', 'a b', 'http://a', 'a/b', '[::1', 'a:123456', ''])(
    'the address of the caller in a WSDL is never made of %j',
    async (host) => {
      expect(await of(behindProxy, { 'x-forwarded-host': host })).toBe('http://inner:8080/soap/validationWebService')
      expect(await of(behindProxy, { forwarded: `host="${host}";proto="ftp"` })).toBe('http://inner:8080/soap/validationWebService')
      expect(await of(server, { host })).toMatch(/^http:\/\/localhost(:\d+)?\/soap\/validationWebService$/)
    },
  )

  it.each<[string, Record<string, string>, string]>([
    ['another protocol', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-proto': 'javascript' }, 'http://siva.ee'],
    ['a protocol with more behind it', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-proto': 'https://evil/?' }, 'http://siva.ee'],
    ['another host in the prefix', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-prefix': '//evil' }, 'http://siva.ee'],
    ['a prefix that leads up', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-prefix': '/a/../../b' }, 'http://siva.ee'],
    ['a prefix of dots', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-prefix': '/..' }, 'http://siva.ee'],
    ['markup in the prefix', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-prefix': '/a"/><b>' }, 'http://siva.ee'],
    ['a query in the prefix', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-prefix': '/a?b' }, 'http://siva.ee'],
    ['a prefix without end', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-prefix': '/a'.repeat(2_000) }, 'http://siva.ee'],
    ['a port that is none', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-port': '8443"' }, 'http://siva.ee'],
    ['a port beyond the last one', { 'x-forwarded-host': 'siva.ee', 'x-forwarded-port': '65536' }, 'http://siva.ee'],
    ['a host with such a port', { 'x-forwarded-host': 'siva.ee:65536' }, 'http://inner:8080'],
    ['a user in the host', { 'x-forwarded-host': 'siva.ee@evil' }, 'http://inner:8080'],
    ['a host without end', { 'x-forwarded-host': 'x'.repeat(5_000) }, 'http://inner:8080'],
    ['pairs that are none', { forwarded: ';;=;host;"' }, 'http://inner:8080'],
    ['names of an object', { forwarded: '__proto__=x;constructor=y' }, 'http://inner:8080'],
  ])('the address of the caller in a WSDL leaves out %s', async (_what, headers, expected) => {
    expect(await of(behindProxy, headers)).toBe(`${expected}/soap/validationWebService`)
  })

  it('the address of the caller in a WSDL is taken from the older headers where Forwarded has no value', async () => {
    const onlyFor = { forwarded: 'for=1.2.3.4', 'x-forwarded-port': '8443' }
    expect(await of(behindProxy, { ...xForwarded, ...onlyFor })).toBe('https://siva.ria.ee:8443/siva/soap/validationWebService')
    expect(await of(behindProxy, { ...xForwarded, forwarded: 'for=1.2.3.4;proto=http' })).toBe(
      'http://siva.ria.ee/siva/soap/validationWebService',
    )
    expect(await of(behindProxy, { ...xForwarded, forwarded: 'for=1.2.3.4;host=other.ee' })).toBe(
      'https://other.ee/siva/soap/validationWebService',
    )
    expect(await of(behindProxy, { ...xForwarded, forwarded: 'for=1.2.3.4;host="a b"' })).toBe(
      'https://siva.ria.ee/siva/soap/validationWebService',
    )
  })

  it('the address of the caller in a WSDL may be an address of version 6', async () => {
    expect(await of(server, { host: '[::1]:8080' })).toBe('http://[::1]:8080/soap/validationWebService')
  })
})
