import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { linkOf, linksBetween, readLogArchive } from '#validation/message-log'
import { messageLogArchive, withEntry } from './message-log-archive.js'

const files = [
  ['1-request-a.asice', 'first'],
  ['1-response-b.asice', 'second'],
  ['2-request-c.asice', 'third'],
] as const
const findingsIn = (bytes: Uint8Array) => readLogArchive(bytes, limits).findings.map(({ kind, file }) => `${kind} ${file}`)

describe('an archive of the message log of X-Road', () => {
  it.each(['SHA-256', 'SHA-512'])('an archive with an intact chain by %s has no finding', async (algorithm) => {
    const { bytes } = await messageLogArchive(files, { algorithm })
    const archive = readLogArchive(bytes, limits)
    expect(archive.findings).toEqual([])
    expect(archive.containers.map(({ name }) => name)).toEqual(files.map(([name]) => name))
    expect(archive.linking).toMatchObject({ previousArchive: '', previousDigest: '', algorithm })
  })

  it('an archive names the container that was changed, and only that', async () => {
    const { bytes } = await messageLogArchive(files)
    expect(findingsIn(await withEntry(bytes, '1-response-b.asice', 'other'))).toEqual(['file-changed 1-response-b.asice'])
  })

  it('an archive names both containers that were exchanged', async () => {
    const { bytes } = await messageLogArchive(files)
    const exchanged = await withEntry(await withEntry(bytes, '1-request-a.asice', 'third'), '2-request-c.asice', 'first')
    expect(findingsIn(exchanged)).toEqual(['file-changed 1-request-a.asice', 'file-changed 2-request-c.asice'])
  })

  it('an archive names a container that is missing, and one that was added', async () => {
    const { bytes } = await messageLogArchive(files)
    expect(findingsIn(await withEntry(bytes, '1-request-a.asice', null))).toEqual(['file-missing 1-request-a.asice'])
    expect(findingsIn(await withEntry(bytes, '3-request-d.asice', 'more'))).toEqual(['file-not-linked 3-request-d.asice'])
  })

  it('an archive without linkinginfo, or with one that cannot be read, says so', async () => {
    const { bytes } = await messageLogArchive(files)
    expect(findingsIn(await withEntry(bytes, 'linkinginfo', null))).toEqual(['linkinginfo-missing linkinginfo'])
    for (const text of ['', 'x', '- - MD5\n', `${'0'.repeat(64)} a\n`])
      expect(findingsIn(await withEntry(bytes, 'linkinginfo', text))).toEqual(['linkinginfo-malformed linkinginfo'])
    expect(findingsIn(Buffer.from('no archive'))).toEqual(['archive-unreadable '])
  })

  it('archives follow each other by their links; one that is missing or exchanged is named', async () => {
    const first = await messageLogArchive(files)
    const second = await messageLogArchive([['4-request-e.asice', 'fourth']], { before: { digest: first.last, archive: 'first.zip' } })
    const other = await messageLogArchive([['9-request-x.asice', 'ninth']])
    const link = (name: string, bytes: Uint8Array) => linkOf(name, readLogArchive(bytes, limits).linking)
    expect(linksBetween([link('first.zip', first.bytes), link('second.zip', second.bytes)])).toEqual([])
    expect(linksBetween([link('second.zip', second.bytes)]).map(({ kind }) => kind)).toEqual(['archive-missing'])
    expect(linksBetween([link('first.zip', other.bytes), link('second.zip', second.bytes)]).map(({ kind }) => kind)).toEqual([
      'archive-exchanged',
    ])
  })
})
