import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { readXroadMessage } from '../../../../src/validation/container/xroad/read-message.js'
import { provider, restRequest, restResponse, sender, soapMessage } from '../../../support/xroad/message.js'

const read = (text: string | Buffer) => readXroadMessage(Buffer.from(text), limits)
const keys = (text: string | Buffer) =>
  read(text).findings.map(({ key, facts }) => `${key}${facts['field'] === undefined ? '' : ` ${String(facts['field'])}`}`)

const sends = { instance: 'EE-TEST', memberClass: 'GOV', memberCode: '70000001' }
const provides = { instance: 'EE-TEST', memberClass: 'COM', memberCode: '10000002' }

describe('the sender of a message', () => {
  it('the sender of a SOAP request is the client, its subsystem left out', () => {
    expect(read(soapMessage())).toMatchObject({ protocol: 'soap', kind: 'request', sender: sends, findings: [] })
    expect(read(soapMessage({ client: { ...sends } })).sender).toEqual(sends)
  })

  it('the sender of a SOAP response is the member of the service', () => {
    expect(read(soapMessage({ body: 'paringResponse' }))).toMatchObject({
      protocol: 'soap',
      kind: 'response',
      sender: provides,
      findings: [],
    })
  })

  it('the sender of a REST request is the client, of a response the member of the service', () => {
    expect(read(restRequest())).toMatchObject({ protocol: 'rest', kind: 'request', sender: sends, findings: [] })
    expect(read(restResponse())).toMatchObject({ protocol: 'rest', kind: 'response', sender: sends, findings: [] })
    expect(read(restResponse({ service: provider, client: sender })).sender).toEqual(provides)
  })

  it('the sender of a message is percent-encoded in text', () => {
    const member = { instance: 'EE-TEST', memberClass: 'NEE', memberCode: 'Tallinn & Tartu/ä', subsystem: 'a b' }
    expect(read(restRequest({ client: member })).sender).toEqual({
      instance: 'EE-TEST',
      memberClass: 'NEE',
      memberCode: 'Tallinn & Tartu/ä',
    })
  })

  it('the sender of a message is found with a byte-order mark and lines that end in LF', () => {
    expect(read(`\ufeff${soapMessage()}`).sender).toEqual(sends)
    expect(read(restRequest().replaceAll('\r', '')).sender).toEqual(sends)
  })

  it('the sender of a message is found with any attributes of the body', () => {
    const long = 'x'.repeat(limits.xml.maxAttributeLength + 1)
    const message = soapMessage({ edit: (xml) => xml.replace('<p:kood>', `<p:kood a="${long}">`) })
    expect(message).toContain(long)
    expect(read(message).sender).toEqual(sends)
  })
})

describe('the header of a SOAP message', () => {
  const removed = (name: string) => soapMessage({ edit: (xml) => xml.replace(new RegExp(`<xroad:${name}[ >].*</xroad:${name}>`), '') })
  const doubled = (name: string) => soapMessage({ edit: (xml) => xml.replace(new RegExp(`<xroad:${name}[ >].*</xroad:${name}>`), '$&$&') })

  it.each(['client', 'id', 'protocolVersion', 'service'])('the header of a SOAP message has the field %s', (name) => {
    expect(keys(removed(name))).toEqual([`xroad-message-field-present ${name}`])
  })

  it('the header of a SOAP message still names the sender where another field is missing', () => {
    expect(read(removed('protocolVersion')).sender).toEqual(sends)
    expect(read(removed('client')).sender).toBeNull()
  })

  it.each(['id', 'protocolVersion'])('the header of a SOAP message has the field %s once', (name) => {
    expect(keys(doubled(name))).toEqual([`xroad-message-field-single ${name}`])
  })

  it('the header of a SOAP message names no member when the client occurs twice, in any order', () => {
    const twice = soapMessage({
      edit: (xml) => xml.replace(/<xroad:client.*<\/xroad:client>/, (field) => field + field.replace('70000001', '70000009')),
    })
    expect(keys(twice)).toContain('xroad-message-field-single client')
    expect(read(twice).sender).toBeNull()
  })

  it.each([
    ['without a member code', /<id:memberCode>70000001<\/id:memberCode>/, ''],
    ['with two', /<id:memberCode>70000001<\/id:memberCode>/, '$&$&'],
    ['with an element in it', /<id:memberCode>70000001/, '<id:memberCode><id:x/>70000001'],
    ['with an empty one', /<id:memberCode>70000001/, '<id:memberCode> '],
    ['with a space before it', /<id:memberCode>/, '<id:memberCode> '],
    ['with a line feed behind it', /<\/id:memberCode>/, '\n</id:memberCode>'],
    ['with an empty subsystem', /<id:subsystemCode>[^<]*</, '<id:subsystemCode><'],
    ['of another type', /id:objectType="SUBSYSTEM"/, 'id:objectType="SERVICE"'],
    ['in another namespace', /<id:memberCode>70000001<\/id:memberCode>/, '<memberCode>70000001</memberCode>'],
  ])('the header of a SOAP message that names a client %s gives no member', (_, pattern, replacement) => {
    const message = soapMessage({ edit: (xml) => xml.replace(pattern, replacement) })
    expect(keys(message)).toContain('xroad-message-field-valid client')
    expect(read(message).sender).toBeNull()
  })

  it.each(['3.0', '', 'abc', ' 4.0'])('the header of a SOAP message does not have the version "%s"', (version) => {
    const message = soapMessage({ edit: (xml) => xml.replace(/(<xroad:protocolVersion>)[^<]*/, `$1${version}`) })
    expect(keys(message)).toEqual(['xroad-message-field-valid protocolVersion'])
  })

  it('the header of a SOAP message names the version of the service once, which may be empty', () => {
    const version = (text: string) => keys(soapMessage({ edit: (xml) => xml.replace(/<id:serviceVersion>v1<\/id:serviceVersion>/, text) }))
    for (const text of ['', '<id:serviceVersion/>']) expect(version(text)).toEqual([])
    expect(version('$&$&')).toEqual(['xroad-message-field-valid service'])
  })

  it('the header of a SOAP message names the security server by a member and a code, where it names one', () => {
    const member = '<id:xRoadInstance>EE-TEST</id:xRoadInstance><id:memberClass>GOV</id:memberClass><id:memberCode>1</id:memberCode>'
    const server = (parts: string, type = 'SERVER') =>
      keys(
        soapMessage({
          edit: (xml) =>
            xml.replace(
              '</SOAP-ENV:Header>',
              `<xroad:securityServer id:objectType="${type}">${parts}</xroad:securityServer></SOAP-ENV:Header>`,
            ),
        }),
      )
    expect(server(`${member}<id:serverCode>ss</id:serverCode>`)).toEqual([])
    expect(server(member)).toEqual(['xroad-message-field-valid securityServer'])
    expect(server(`${member}<id:serverCode>ss</id:serverCode>`, 'MEMBER')).toEqual(['xroad-message-field-valid securityServer'])
  })

  it('the header of a SOAP message may hold fields of others, also twice', () => {
    const field = '<q:muu xmlns:q="urn:muu">1</q:muu>'
    expect(keys(soapMessage({ edit: (xml) => xml.replace('</SOAP-ENV:Header>', `${field}${field}</SOAP-ENV:Header>`) }))).toEqual([])
  })

  it('the header of a SOAP message occurs once, with one body that has one element', () => {
    const edited = (pattern: RegExp, replacement: string) => keys(soapMessage({ edit: (xml) => xml.replace(pattern, replacement) }))
    expect(edited(/<SOAP-ENV:Header>[\s\S]*<\/SOAP-ENV:Header>/, '')).toEqual(['xroad-message-header-present'])
    expect(edited(/<SOAP-ENV:Header>[\s\S]*<\/SOAP-ENV:Header>/, '$&$&')).toEqual(['xroad-message-header-present'])
    expect(edited(/<SOAP-ENV:Body>.*<\/SOAP-ENV:Body>/, '')).toEqual(['xroad-message-body-single'])
    expect(edited(/<SOAP-ENV:Body>.*<\/SOAP-ENV:Body>/, '$&$&')).toEqual(['xroad-message-body-single'])
    expect(edited(/<p:paring.*<\/p:paring>/, '')).toEqual(['xroad-message-body-single'])
    expect(edited(/<p:paring.*<\/p:paring>/, '$&$&')).toEqual(['xroad-message-body-single'])
  })

  it('the header of a SOAP message names the service that the body is about', () => {
    expect(keys(soapMessage({ body: 'muuParing' }))).toEqual(['xroad-message-service-consistent'])
  })

  it.each([
    ['a DOCTYPE', soapMessage({ edit: (xml) => xml.replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>') })],
    ['another root', '<x/>'],
    ['a fault', soapMessage({ edit: (xml) => xml.replace(/<p:paring.*<\/p:paring>/, '<SOAP-ENV:Fault/>') })],
    ['no XML', '<Envelope'],
    ['a message in UTF-16', Buffer.from(`\ufeff${soapMessage().replace('UTF-8', 'UTF-16')}`, 'utf16le')],
    ['a message in ISO-8859-1', Buffer.from(soapMessage().replace('UTF-8', 'ISO-8859-1').replace('>42<', '>ä<'), 'latin1')],
  ])('the header of a SOAP message cannot be that of %s', (_, message) => {
    expect(keys(message)).toContain('xroad-message-readable')
  })
})

describe('the header of a message in text', () => {
  const line = (change: (lines: readonly string[]) => readonly string[]) => restRequest({ edit: change })

  it('the header of a message in text has each field of X-Road once, in any letter case', () => {
    const second = restRequest({ edit: (lines) => [...lines, 'x-road-client:EE-TEST/GOV/70000009'] })
    expect(keys(second)).toEqual(['xroad-message-field-single x-road-client'])
    expect(read(second).sender).toBeNull()
  })

  it.each(['x-road-client', 'x-road-service', 'x-road-id', 'x-road-request-hash'])('the header of a response in text has %s', (name) => {
    expect(keys(restResponse({ edit: (lines) => lines.filter((one) => !one.startsWith(`${name}:`)) }))).toEqual([
      `xroad-message-field-present ${name}`,
    ])
  })

  it.each(['Host: a', 'connection: close', 'Transfer-Encoding: chunked', 'User-Agent: x'])(
    'the header of a message in text does not have the field of a connection "%s"',
    (field) => {
      expect(keys(line((lines) => [...lines, field]))).toEqual([`xroad-message-field-valid ${field.split(':')[0]?.toLowerCase() ?? ''}`])
    },
  )

  it('the header of a message in text names the security server by four parts, where it names one', () => {
    expect(keys(line((lines) => [...lines, 'X-Road-Security-Server:EE-TEST/GOV/70000001/server']))).toEqual([])
    expect(keys(line((lines) => [...lines, 'X-Road-Security-Server:EE-TEST/GOV/70000001']))).toEqual([
      'xroad-message-field-valid x-road-security-server',
    ])
  })

  it('the header of a message in text names the represented party by its code, or by class and code', () => {
    for (const party of ['123', 'COM/123', '', '/123', 'COM/'])
      expect(keys(line((lines) => [...lines, `X-Road-Represented-Party:${party}`]))).toEqual([])
    for (const party of ['a/b/c', 'COM/1%zz', 'COM/1 2'])
      expect(keys(line((lines) => [...lines, `X-Road-Represented-Party:${party}`])), party).toEqual([
        'xroad-message-field-valid x-road-represented-party',
      ])
  })

  it.each([
    ['x-road-id', ''],
    ['x-road-request-hash', ''],
    ['x-road-request-hash', 'räsi'],
  ])('the header of a response in text says which request it answers: %s is not "%s"', (name, value) => {
    const message = restResponse({ edit: (lines) => lines.map((one) => (one.startsWith(`${name}:`) ? `${name}:${value}` : one)) })
    expect(keys(message)).toEqual([`xroad-message-field-valid ${name}`])
  })

  it('the header of a request in text names the client, and the service in its path', () => {
    expect(keys(line((lines) => lines.filter((one) => !one.startsWith('X-Road-Client'))))).toEqual([
      'xroad-message-field-present x-road-client',
    ])
    for (const path of [
      '/r1/EE-TEST/GOV/70000001',
      '/r2/EE-TEST/COM/1/a/b',
      'http://x/r1/EE-TEST/COM/1/a/b',
      '/r1/EE-TEST//1/a/b',
      '/r1/EE-TEST/%ff/1/a/b',
      '/r1/EE-TEST/COM/1/ä/b',
      '/r1/EE-TEST/COM/1/a/b c',
      '/r1/EE-TEST/COM/1/a/b/c d',
      '/r1/EE-TEST/COM/1/a/b\tc',
      '/r1/EE-TEST/COM/1/a/b/%zz',
      '/r1/EE-TEST/COM/1/a/b?c=%2',
      '/r1/EE-TEST/COM/1/a/b?c={}',
    ])
      expect(keys(line(([method = '', , ...rest]) => [method, path, ...rest])), path).toEqual(['xroad-message-field-valid service'])
  })

  it('the header of a message in text may have any path and query after the service', () => {
    for (const uri of ['/r1/EE-TEST/COM/1/a/b', '/r1/EE-TEST/COM/1/a/b/', "/r1/EE-TEST/COM/1/a/b/c;d=(1)!*'~@:$,?x=1&y=[%C3%A4]ä#z"])
      expect(keys(line(([method = '', , ...rest]) => [method, uri, ...rest])), uri).toEqual([])
  })

  it.each([
    'EE-TEST/GOV',
    'EE-TEST/GOV/1/a/b',
    '/GOV/1',
    'EE-TEST/GOV/%E4',
    '',
    'EE-TEST/GOV/1/a b',
    'EE-TEST/GOV/1/a ',
    'EE-TEST/GOV/1/ä',
  ])('the header of a message in text names no member with the client "%s"', (value) => {
    const message = line((lines) => lines.map((one) => (one.startsWith('X-Road-Client:') ? `X-Road-Client:${value}` : one)))
    expect(keys(message)).toEqual(['xroad-message-field-valid x-road-client'])
  })

  it.each([
    ['a first line that is neither method nor status', restRequest().replace('POST', 'Post')],
    ['one line', 'POST'],
    ['a header line without a name', line((lines) => [...lines, ':x'])],
    ['a lone carriage return', line((lines) => [...lines, 'a:b\rX-Road-Client:EE-TEST/GOV/1'])],
    ['octets that are not UTF-8', Buffer.concat([Buffer.from(restRequest()), Buffer.from([0xff])])],
    ['NUL', line((lines) => [...lines, 'a:\0'])],
  ])('the header of a message in text cannot be that of a message with %s', (_, message) => {
    expect(keys(message)).toEqual(['xroad-message-readable'])
  })

  it('the header of a message in text is bounded in octets and lines', () => {
    const long = line((lines) => [...lines, `a:${'x'.repeat(limits.xroad.maxRestBytes)}`])
    const many = line((lines) => [...lines, ...Array.from({ length: limits.xroad.maxRestHeaders }, () => 'a:b')])
    for (const message of [long, many]) expect(() => read(message)).toThrow(ReaderError)
  })
})
