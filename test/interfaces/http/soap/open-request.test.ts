import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { documentCutFrom } from '../../../../src/interfaces/http/plain-document.js'
import { openRequest } from '../../../../src/interfaces/http/soap/open-request.js'
import { operations } from '../../../../src/interfaces/http/soap/operations.js'
import { SoapFault } from '../../../../src/interfaces/http/soap/soap-fault.js'

const [validate] = operations
const long = 'QUJDREVG'.repeat(200)
const bounds = { ...limits.soap, maxBytes: 100_000 }
const envelope = (request: string, before = '') =>
  `${before}<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" xmlns:v="http://soap.webapp.siva.openeid.ee/"><s:Body><v:ValidateDocument><v:ValidationRequest>${request}</v:ValidationRequest></v:ValidateDocument></s:Body></s:Envelope>`
const others = '<Filename>a.asice</Filename><DocumentType>BDOC</DocumentType>'

/** The document as base64, and whether it was cut out; the message of the fault when the request is refused. */
function opened(body: string, encoding: BufferEncoding = 'utf8') {
  if (validate === undefined) throw new Error('no operation')
  try {
    const { members } = openRequest(Buffer.from(body, encoding), validate, bounds, () => undefined)
    const cut = documentCutFrom(members)
    return {
      document: cut === null ? members['document'] : Buffer.from(cut).toString('base64'),
      isCut: cut !== null,
      name: members['filename'],
    }
  } catch (error) {
    if (error instanceof SoapFault) return error.message
    throw error
  }
}

describe('the document of a SOAP request', () => {
  it('the document of a SOAP request is cut out of the octets where it is plain base64', () => {
    expect(opened(envelope(`<Document>${long}</Document>${others}`))).toEqual({ document: long, isCut: true, name: 'a.asice' })
    const inBaltic = envelope(`<Document>${long}</Document>${others.replace('a.', 'õ.')}`, '<?xml version="1.0" encoding="ISO-8859-1"?>')
    expect(opened(inBaltic, 'latin1')).toEqual({ document: long, isCut: true, name: 'õ.asice' })
  })

  it.each([
    ['it is short', '<Document>QUJD</Document>', 'QUJD'],
    ['it has an attribute', `<Document xmlns:x="urn:x">${long}</Document>`, long],
    ['it has line breaks', `<Document>${long}\n${long}</Document>`, `${long}\n${long}`],
    ['it has an escape', `<Document>${long}&#65;</Document>`, `${long}A`],
    ['it is text of another section', `<Document><![CDATA[${long}]]></Document>`, long],
    ['a comment stands in it', `<Document>${long}<!-- -->QUJD</Document>`, `${long}QUJD`],
    ['a comment before it looks like it', `<!--<Document>${long}--><Document>${long}</Document>`, long],
  ])('the document of a SOAP request is read with the whole envelope where %s', (_, request, document) => {
    expect(opened(envelope(request + others))).toEqual({ document, isCut: false, name: 'a.asice' })
  })

  it('the document of a SOAP request does not change what the refusal of a request says', () => {
    const malformed = envelope(`<Document>${long}</Document><Filename>&</Filename>`)
    expect(opened(malformed)).toContain(`at character ${malformed.indexOf('&')}`)
    expect(opened(envelope(`<Document>${long}</Document>`))).toMatch(/^Filename is missing/)
    expect(opened(envelope(`${others}<Document>${long}</Document>`))).toMatch(/^Document is expected/)
    expect(opened(envelope(`<Document>${long.repeat(80)}</Document>${others}`))).toContain('More than 100000 bytes')
  })
})
