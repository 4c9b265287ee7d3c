import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeFolder } from '#files'
import { needs } from '../support/needs.js'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'allkiri-folder-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a folder that is needed', () => {
  it('a folder that is needed is made with those above it, for its owner only where that is asked for', async () => {
    const folder = join(root, 'a', 'b', 'c')
    await makeFolder(folder, 0o700)
    expect(statSync(folder).isDirectory()).toBe(true)
    expect(statSync(join(root, 'a')).mode & 0o777).toBe(0o700)
  })

  it('a folder that is needed is left as it is when it is there, several times at once', async () => {
    mkdirSync(join(root, 'there'))
    writeFileSync(join(root, 'there', 'kept'), 'x')
    await Promise.all(Array.from({ length: 5 }, () => makeFolder(join(root, 'there'))))
    await Promise.all(Array.from({ length: 5 }, () => makeFolder(join(root, 'new', 'deep'))))
    expect(existsSync(join(root, 'there', 'kept'))).toBe(true)
    expect(existsSync(join(root, 'new', 'deep'))).toBe(true)
  })

  it('a folder that is needed is refused where a file or a link to nothing is in the way', async () => {
    writeFileSync(join(root, 'file'), 'x')
    symlinkSync(join(root, 'nothing', 'at all'), join(root, 'link'))
    await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'EEXIST' })
    await expect(makeFolder(join(root, 'file', 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' })
    await expect(makeFolder(join(root, 'link', 'below'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  it(
    'a folder that is needed is refused by a file system that makes none, and not tried for ever',
    needs({ '/proc': existsSync('/proc/self') }),
    async () => {
      await expect(makeFolder('/proc/allkiri/below')).rejects.toMatchObject({ code: 'ENOENT' })
    },
  )
})
