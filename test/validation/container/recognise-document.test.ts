import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { recogniseDocument } from '#validation/container'
import { buildContainer } from './asic-builder.js'

const detect = (document: string | Buffer) => recogniseDocument(Buffer.from(document), limits)

describe('type of a document by its content', () => {
  const xroadSignature = { 'META-INF/signatures.xml': '<ds:Reference URI="/message.xml">' }
  const other = { 'META-INF/signatures.xml': '<x:OCSPRef URI="/message.xml"/><ds:Reference URI="message.xml" Id="/">' }
  const spelt = { 'META-INF/signatures.xml': "<a><Reference\n Id='r' URI = '/message.xml' >" }
  const message = { 'message.xml': '<m/>' }

  it('the type of a document is found by so much of a tag for the marks of the X-Road, and no further', () => {
    const { tagBytes } = limits.container
    const tag = (bytes: number) => `<ds:Reference${' '.repeat(bytes - 20)} URI="/message.xml">`
    const found = (bytes: number) => detect(buildContainer({ dataFiles: message, signatures: { 'META-INF/signatures.xml': tag(bytes) } }))
    expect(found(tagBytes)).toBe('XROAD')
    expect(found(tagBytes + 1)).toBe('BDOC')
  })

  it.each([
    ['a container', buildContainer(), 'BDOC'],
    ['a ZIP archive that cannot be read', Buffer.from('PK\x03\x04 cut off'), 'BDOC'],
    ['a ZIP archive that is a bomb', buildContainer({ dataFiles: { z: Buffer.alloc(3_000_000) } }), 'BDOC'],
    ['a container with X-Road marks', buildContainer({ dataFiles: message, signatures: xroadSignature }), 'XROAD'],
    ['a container that holds a message.xml', buildContainer({ dataFiles: message }), 'BDOC'],
    ['a container whose references start with a slash', buildContainer({ signatures: xroadSignature }), 'BDOC'],
    ['a container that speaks of the X-Road in another element', buildContainer({ dataFiles: message, signatures: other }), 'BDOC'],
    ['a container with X-Road marks in other spelling', buildContainer({ dataFiles: message, signatures: spelt }), 'XROAD'],
    ['a container of ASiC-E with a CMS signature', buildContainer({ signatures: { 'META-INF/signature.p7s': '0' } }), 'ASICE'],
    ['a container of ASiC-E with entries named in capitals', buildContainer({ signatures: { 'META-INF/SIGNATURE.P7S': '0' } }), 'ASICE'],
    ['a container of ASiC-E with a token named in capitals', buildContainer({ signatures: { 'META-INF/TIMESTAMP.TST': '0' } }), 'ASICS'],
    ['a PDF', '%PDF-1.7\n', 'PDF'],
    ['a PDF after some bytes', `${' '.repeat(1000)}%PDF-1.7`, 'PDF'],
    ['a PDF header too late', `${' '.repeat(1024)}%PDF-1.7`, null],
    ['a DDOC', '<?xml version="1.0" encoding="UTF-8"?>\n<SignedDoc format="DIGIDOC-XML" version="1.3">', 'DDOC'],
    ['a DDOC with prefix, byte-order marks, comments and instructions', '\ufeff\ufeff<?a?><!-- <x> --> <?b c?>\n<d:SignedDoc/>', 'DDOC'],
    ['a DDOC after byte-order marks and white space in any order', '\n\ufeff \ufeff\t<SignedDoc/>', 'DDOC'],
    ['a byte-order mark behind the declaration', '<?xml version="1.0"?>\ufeff<SignedDoc/>', null],
    ['another XML document', '<?xml version="1.0"?><SignedDocument/>', null],
    ['a DDOC with a DOCTYPE, for its reader to refuse', '<!DOCTYPE x [<!ENTITY a "b">]><SignedDoc/>', 'DDOC'],
    ['other XML with a DOCTYPE', '<!DOCTYPE html><html/>', null],
    ['XML that ends in its prolog', '<?xml version="1.0"', null],
    ['XML that ends in a comment', '<!-- SignedDoc', null],
    ['text', 'hello world', null],
    ['nothing', '', null],
  ])('the type of a document is found by its content: %s', (_, document, type) => {
    expect(detect(document)).toBe(type)
  })

  it('the type of a document is found in linear time', () => {
    expect(detect(`${'<?x?><!---->'.repeat(200_000)}<SignedDoc>`)).toBe('DDOC')
    const hostile = { 'META-INF/signatures.xml': '<Reference '.repeat(200_000) }
    expect(detect(buildContainer({ dataFiles: { 'message.xml': '<m/>' }, signatures: hostile }))).toBe('BDOC')
  })
})
