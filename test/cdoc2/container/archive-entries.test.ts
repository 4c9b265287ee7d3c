import { pack } from 'tar-stream'
import { describe, expect, it } from 'vitest'
import { addEntry, type EntrySink, type PayloadEntry } from '#cdoc2/container'
import { limits } from '#config'
import { TarReader } from '../../../src/cdoc2/container/payload/tar-reader.js'
import type { NewEntry } from '../../../src/cdoc2/container/payload/write-payload.js'

/** The header blocks of an entry, as a container would have them before the content. */
async function headersOf(entry: NewEntry): Promise<Buffer> {
  const archive = pack()
  addEntry(archive, entry).on('error', () => undefined)
  const pieces: Buffer[] = []
  archive.on('data', (piece) => void pieces.push(piece as Buffer))
  await new Promise(setImmediate)
  archive.destroy()
  return Buffer.concat(pieces)
}

async function beginningIn(headers: Buffer): Promise<readonly PayloadEntry[]> {
  const begun: PayloadEntry[] = []
  const sink: EntrySink = {
    begin: (entry) => Promise.resolve(void begun.push(entry)),
    write: () => Promise.resolve(),
    end: () => Promise.resolve(),
  }
  await new TarReader(sink, limits.cdoc2).write(headers)
  return begun
}

const eightGiB = 2 ** 33

describe('an entry of an archive', () => {
  it.each([1, eightGiB - 1, eightGiB, 2 ** 45])(
    'an entry of an archive in a container is read with the size with which it was written: %d octets',
    async (size) => {
      expect(await beginningIn(await headersOf({ name: 'video.mkv', size }))).toEqual([{ name: 'video.mkv', size }])
    },
  )

  it('an entry of an archive in a container has a size from 8 GiB on in an extended header too', async () => {
    expect((await headersOf({ name: 'video.mkv', size: eightGiB })).toString('latin1')).toContain(' size=8589934592\n')
    expect(await headersOf({ name: 'video.mkv', size: eightGiB - 1 })).toHaveLength(512)
  })

  it('an entry of an archive in a container is read with a binary size without an extended header', async () => {
    const headers = await headersOf({ name: 'video.mkv', size: eightGiB })
    expect(await beginningIn(headers.subarray(-512))).toEqual([{ name: 'PaxHeader', size: eightGiB }])
  })

  it('an entry of an archive in a container is refused with a size that no file can have', async () => {
    const block = await headersOf({ name: 'a', size: 1 })
    block.fill(0xff, 125, 136)
    block.fill(0x80, 124, 125)
    block.fill(' ', 148, 156)
    const sum = block.reduce((total, octet) => total + octet, 0)
    block.write(`${sum.toString(8).padStart(6, '0')}\0`, 148)
    await expect(beginningIn(block)).rejects.toMatchObject({ code: 'tar-header', message: expect.stringContaining('no file can have') })
  })

  it.each([
    ['1965-01-01T00:00:00Z', '00000000000'],
    ['2026-11-01T00:00:00Z', '15271500400'],
    ['2040-01-01T00:00:00Z', '17777777777'],
  ])('an entry of an archive in a container has a time in octal digits, that of a file from %s', async (time, digits) => {
    expect((await headersOf({ name: 'a', size: 1, mtime: new Date(time) })).toString('latin1', 136, 147)).toBe(digits)
  })
})
