import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readRegularFile, readWholeFile } from '../../src/files/regular-file.js'
import { needs } from '../support/needs.js'

const folder = mkdtempSync(join(tmpdir(), 'regular-file-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = (name: string, bytes: number): string => {
  const path = join(folder, name)
  writeFileSync(path, 'begin')
  truncateSync(path, bytes)
  return path
}
const allocate = (size: number) => new ArrayBuffer(size)

describe('a file that another user has written', () => {
  it('a file that another user has written is read to its end where it is no larger than the bound', async () => {
    const path = file('exact', 1_000)
    expect(readRegularFile(path, 1_000)).toHaveLength(1_000)
    expect((await readWholeFile(path, 1_000, allocate))?.byteLength).toBe(1_000)
    expect(readRegularFile(file('none', 0), 1_000)).toHaveLength(0)
  })

  it('a file that another user has written is read no further than an octet beyond the bound, and no memory is taken for more', async () => {
    const path = file('large', 1_001)
    expect(readRegularFile(path, 1_000)).toHaveLength(1_001)
    expect(await readWholeFile(path, 1_000, allocate)).toBeNull()
    const bytes = readRegularFile(file('larger', 200_000_000), 1_000)
    expect([bytes.length, bytes.buffer.byteLength < 100_000]).toEqual([1_001, true])
  })

  it(
    'a file that another user has written is nothing to wait for where it is a FIFO, a device or a folder',
    needs({ 'POSIX files': process.platform !== 'win32' }),
    async () => {
      const fifo = join(folder, 'fifo')
      execFileSync('mkfifo', [fifo])
      mkdirSync(join(folder, 'folder'))
      for (const path of [fifo, '/dev/zero', join(folder, 'folder')]) {
        expect(() => readRegularFile(path, 1_000)).toThrow(/is not a regular file/)
        expect(await readWholeFile(path, 1_000, allocate)).toBeNull()
      }
    },
  )
})
