/** Writes `fixtures/` anew: `npm run fixtures`. What is there and no longer made is removed. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { fixtureSet } from './fixture-set.js'

const root = new URL('../../fixtures/', import.meta.url)
const files = fixtureSet()
for (const folder of ['documents/', 'trust/']) rmSync(new URL(folder, root), { recursive: true, force: true })
for (const [path, bytes] of files) {
  const file = new URL(path, root)
  mkdirSync(new URL('.', file), { recursive: true })
  writeFileSync(file, bytes)
}
process.stdout.write(`${String(files.size)} files written below ${root.pathname}\n`)
