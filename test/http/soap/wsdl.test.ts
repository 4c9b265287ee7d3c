import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attributeOf, elementsNamed } from '#xml'
import { serverUnderTest } from '../server-under-test.js'
import { dataFilesPath, parse, validationPath } from './envelope.js'

let server: Awaited<ReturnType<typeof serverUnderTest>>
let behindProxy: Awaited<ReturnType<typeof serverUnderTest>>
beforeAll(async () => {
  server = await serverUnderTest()
  behindProxy = await serverUnderTest({ settings: { behindProxy: true } })
})
afterAll(async () => {
  await server.app.close()
  await behindProxy.app.close()
})

const services = [
  ['siva.wsdl', ['/soap/validationWebService', validationPath]],
  ['siva-datafiles.wsdl', ['/soap/dataFilesWebService', dataFilesPath]],
] as const
const fileOf = (name: string) => readFileSync(new URL(`../../../wsdl/${name}`, import.meta.url), 'utf8')
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
  it.each(services)('%s is served by GET and by POST at both addresses, with the address that was used', async (name, paths) => {
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
  })

  it.each(services)('%s imports schemas that the same address serves, and they import no others', async (_name, paths) => {
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

  it('of an unknown schema is nothing', async () => {
    for (const name of ['other.xsd', '../package.json', '__proto__', '']) {
      const answer = await server.app.inject({ method: 'GET', url: `${validationPath}?xsd=${encodeURIComponent(name)}` })
      expect(answer.statusCode).toBe(405)
    }
  })
})

describe('the address of the caller', () => {
  const forwarded = { forwarded: 'for=1.2.3.4;Proto=https;host="siva.ria.ee:8443", for=10.0.0.1;proto=http;host=inner' }
  const xForwarded = { 'x-forwarded-proto': 'https, http', 'x-forwarded-host': 'siva.ria.ee', 'x-forwarded-prefix': '/siva/' }
  const of = async (from: typeof server, headers: Record<string, string>) =>
    addressIn(await ask(from, '/soap/validationWebService?wsdl', { host: 'inner:8080', ...headers }))

  it('is told by a proxy only where a setting says that there is one', async () => {
    for (const headers of [forwarded, xForwarded]) expect(await of(server, headers)).toBe('http://inner:8080/soap/validationWebService')
    expect(await of(behindProxy, {})).toBe('http://inner:8080/soap/validationWebService')
    expect(await of(behindProxy, forwarded)).toBe('https://siva.ria.ee:8443/soap/validationWebService')
    expect(await of(behindProxy, xForwarded)).toBe('https://siva.ria.ee/siva/soap/validationWebService')
    expect(await of(behindProxy, { ...xForwarded, ...forwarded })).toBe('https://siva.ria.ee:8443/siva/soap/validationWebService')
  })

  it('has the port that a proxy names apart, unless it is the usual one', async () => {
    expect(await of(behindProxy, { ...xForwarded, 'x-forwarded-port': '8443' })).toBe(
      'https://siva.ria.ee:8443/siva/soap/validationWebService',
    )
    expect(await of(behindProxy, { ...xForwarded, 'x-forwarded-port': '443' })).toBe('https://siva.ria.ee/siva/soap/validationWebService')
  })

  it.each(['a"/><x y="', 'a b', 'http://a', 'a/b', '[::1', 'a:123456', ''])('is never made of %j', async (host) => {
    expect(await of(behindProxy, { 'x-forwarded-host': host })).toBe('http://inner:8080/soap/validationWebService')
    expect(await of(behindProxy, { forwarded: `host="${host}";proto="ftp"` })).toBe('http://inner:8080/soap/validationWebService')
    expect(await of(server, { host })).toMatch(/^http:\/\/localhost(:\d+)?\/soap\/validationWebService$/)
  })

  it('may be an address of version 6', async () => {
    expect(await of(server, { host: '[::1]:8080' })).toBe('http://[::1]:8080/soap/validationWebService')
  })
})
