import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { ReaderError } from '#model'
import { openXroad } from '#validation/container'
import { signedContainer } from '../../../support/asice.js'
import { xroadContainer } from '../../../support/xroad/container.js'
import type { ZipEntry } from '../../../support/zip.js'

const open = (document: Buffer) => openXroad(document, limits)

function refusal(document: Buffer): string {
  try {
    open(document)
  } catch (error) {
    if (error instanceof ReaderError) return error.code
    throw error
  }
  return 'opened'
}

const without = (name: string) => (entries: readonly ZipEntry[]) => entries.filter((entry) => entry.name !== name)
const replaced = (name: string, content: string) => (entries: readonly ZipEntry[]) =>
  entries.map((entry) => (entry.name === name ? { ...entry, content: Buffer.from(content) } : entry))
const renamed = (name: string, other: string) => (entries: readonly ZipEntry[]) =>
  entries.map((entry) => (entry.name === name ? { ...entry, name: other } : entry))
const inUtf16 = (name: string) => (entries: readonly ZipEntry[]) =>
  entries.map((entry) => {
    const text = `\ufeff${entry.content.toString().replace('UTF-8', 'UTF-16')}`
    return entry.name === name ? { ...entry, content: Buffer.from(text, 'utf16le') } : entry
  })
const added =
  (name: string, content = 'x') =>
  (entries: readonly ZipEntry[]) => [...entries, { name, content: Buffer.from(content) }]

describe('an X-Road container', () => {
  it('an X-Road container holds the message, then the attachments in the order of their numbers', () => {
    const attachments = Array.from({ length: 11 }, (_, i) => Buffer.from(`lisa ${i}`))
    const opened = open(xroadContainer({ attachments, entries: (entries) => entries.toReversed() }))
    expect(opened.dataFiles.map(({ name }) => name)).toEqual(['message.xml', ...attachments.map((_, i) => `attachment${i + 1}`)])
    expect(opened.message.sender).toEqual({ instance: 'EE-TEST', memberClass: 'GOV', memberCode: '70000001' })
    expect(opened.form).toEqual({ kind: 'xroad', batch: false })
  })

  it('an X-Road container is a batch signature if it has a hash chain, with any time-stamp', () => {
    expect(open(xroadContainer({ batch: true })).form).toEqual({ kind: 'xroad', batch: true })
    expect(open(xroadContainer({ batchTimeStamp: true })).form).toEqual({ kind: 'xroad', batch: false })
    expect(open(xroadContainer({ batch: true, batchTimeStamp: true })).form).toEqual({ kind: 'xroad', batch: true })
  })

  it('an X-Road container leaves other entries aside', () => {
    const opened = open(xroadContainer({ entries: added('META-INF/extra.bin') }))
    expect(opened.dataFiles.map(({ name }) => name)).toEqual(['message.xml'])
  })

  it.each([
    ['a message', without('message.xml'), 'XROAD_MESSAGE_MISSING'],
    ['a signature', without('META-INF/signatures.xml'), 'XROAD_SIGNATURES_MISSING'],
    ['a mimetype', without('mimetype'), 'CONTAINER_MIMETYPE_MISSING'],
    ['the steps of its chain', without('sig-hashchain.xml'), 'XROAD_HASH_CHAIN_HALF'],
    ['the result of its chain', without('sig-hashchainresult.xml'), 'XROAD_HASH_CHAIN_HALF'],
    ['the steps of its time-stamp chain', without('ts-hashchain.xml'), 'XROAD_HASH_CHAIN_HALF'],
    ['the result of its time-stamp chain', without('ts-hashchainresult.xml'), 'XROAD_HASH_CHAIN_HALF'],
    ['content in the message', replaced('message.xml', ' \n'), 'XROAD_ENTRY_EMPTY'],
    ['content in the signature', replaced('META-INF/signatures.xml', ''), 'XROAD_ENTRY_EMPTY'],
    ['content in the chain', replaced('sig-hashchain.xml', '\r\n\t'), 'XROAD_ENTRY_EMPTY'],
    ['content in the time-stamp', replaced('META-INF/timestamp.tst', ''), 'XROAD_ENTRY_EMPTY'],
    ['content in the manifest', replaced('META-INF/manifest.xml', '\n'), 'XROAD_ENTRY_EMPTY'],
    ['a signature of this name', renamed('META-INF/signatures.xml', 'META-INF/signatures0.xml'), 'XROAD_SIGNATURES_MISSING'],
    ['UTF-8 in the chain', inUtf16('sig-hashchain.xml'), 'XROAD_ENTRY_ENCODING'],
    ['UTF-8 in the result of the time-stamp chain', inUtf16('ts-hashchainresult.xml'), 'XROAD_ENTRY_ENCODING'],
    ['UTF-8 in the signature', inUtf16('META-INF/signatures.xml'), 'XROAD_ENTRY_ENCODING'],
    ['the right mimetype', replaced('mimetype', 'application/zip'), 'CONTAINER_MIMETYPE_WRONG'],
  ])('an X-Road container is malformed without %s', (_, entries, code) => {
    expect(refusal(xroadContainer({ batch: true, batchTimeStamp: true, entries }))).toBe(code)
  })

  it.each([
    ['a second message', added('message.xml'), 'ZIP_DUPLICATE_ENTRY'],
    ['a message in other letters', added('Message.xml'), 'XROAD_ENTRY_AMBIGUOUS'],
    ['a message behind a slash', added('/message.xml'), 'CONTAINER_ENTRY_NAME'],
    ['a message by another path', added('META-INF/../message.xml'), 'CONTAINER_ENTRY_NAME'],
    ['an empty manifest of the time-stamp', added('META-INF/ASiCManifest.xml', ''), 'XROAD_ENTRY_EMPTY'],
    ['a second signature file', added('META-INF/signatures1.xml'), 'XROAD_SIGNATURES_REPEATED'],
  ])('an X-Road container is malformed with %s', (_, entries, code) => {
    expect(refusal(xroadContainer({ entries }))).toBe(code)
  })

  it('an X-Road container is malformed when all entries are in a folder', () => {
    const inFolder = (entries: readonly ZipEntry[]) => entries.map((entry) => ({ ...entry, name: `kaust/${String(entry.name)}` }))
    expect(refusal(xroadContainer({ entries: inFolder }))).toBe('XROAD_MESSAGE_MISSING')
  })

  it('an X-Road container is no BDOC, and no text', () => {
    expect(refusal(signedContainer())).toBe('XROAD_MESSAGE_MISSING')
    expect(refusal(Buffer.from('<SignedDoc/>'))).toMatch(/^ZIP_/)
  })

  it('an X-Road container asks for more work than is allowed with a chain file beyond its bound', () => {
    const small = { ...limits, xroad: { ...limits.xroad, maxChainBytes: 100 } }
    expect(() => openXroad(xroadContainer({ batch: true }), small)).toThrow(expect.objectContaining({ limit: true }) as ReaderError)
  })
})
