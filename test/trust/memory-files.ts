import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { TrustFileAccess } from '#trust'

/** A disk of a few files, by absolute path. */
export function memoryFiles(files: Readonly<Record<string, Buffer | string>>): TrustFileAccess {
  const contents = new Map(Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]))
  const folders = new Set([...contents.keys()].map((path) => dirname(path)))
  return {
    inspect(path) {
      const content = contents.get(path)
      if (content !== undefined) return { kind: 'file', size: content.length }
      return folders.has(path) ? { kind: 'folder' } : null
    },
    readFile(path) {
      const content = contents.get(path)
      if (content === undefined) throw new Error('EACCES: permission denied')
      return content
    },
    readDirectory: (path) => [...contents.keys()].filter((name) => dirname(name) === path).map((name) => name.slice(path.length + 1)),
  }
}

export const diskFiles: TrustFileAccess = {
  inspect(path) {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found === undefined) return null
    if (found.isDirectory()) return { kind: 'folder' }
    return found.isFile() ? { kind: 'file', size: found.size } : { kind: 'other' }
  },
  readFile: (path) => readFileSync(path),
  readDirectory: (path) => readdirSync(path),
}

export function pem(der: Buffer): string {
  return `-----BEGIN CERTIFICATE-----\n${(der.toString('base64').match(/.{1,64}/g) ?? []).join('\n')}\n-----END CERTIFICATE-----\n`
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
