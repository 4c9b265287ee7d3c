import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isBuilt, needs } from '../../support/needs.js'
import { answering, closeFakes, emptyTo1, fakeSiva, of1 } from './fake-siva.js'

const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** Runs the built program beside this process, which answers it. */
async function compare(base: string, ...paths: readonly string[]) {
  const args = ['compare', '--with', base, '--trust', root('fixtures/trust/standard.json'), '--at', '2026-06-01T12:00:00Z', '--json-lines']
  const program = spawn(process.execPath, [root('dist/main.js'), ...args, ...paths], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  program.stdout.on('data', (piece: Buffer) => (out += piece.toString()))
  const status = await new Promise<number | null>((resolve) => program.on('close', resolve))
  const lines = out.split('\n').filter((line) => line !== '')
  return { status, lines: lines.map((line) => JSON.parse(line) as { readonly file: string; readonly outcome: string }) }
}

describe('allkiri compare of a folder', needs({ 'a build': isBuilt }), () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'allkiri-compare-'))
    mkdirSync(join(folder, 'tühi'))
    for (const name of ['lt.asice', 'ddoc-1.3.ddoc', 'data-file-changed.asice'])
      writeFileSync(join(folder, name), readFileSync(root(`fixtures/documents/${name}`)))
    writeFileSync(join(folder, 'kahjustatud: a?.asice'), 'PK')
  })
  afterAll(async () => {
    await closeFakes()
    rmSync(folder, { recursive: true })
  })

  it('compare tells each file in order, one that cannot be read too, and counts them', async () => {
    const { base, asked } = await fakeSiva(answering(emptyTo1, of1()))
    const { status, lines } = await compare(base, folder, join(folder, 'tühi'), join(folder, 'puudub.asice'))
    expect(status).toBe(2)
    expect(lines.map(({ file, outcome }) => [file.slice(folder.length + 1), outcome])).toEqual([
      ['data-file-changed.asice', 'different'],
      ['ddoc-1.3.ddoc', 'different'],
      ['kahjustatud: a?.asice', 'different'],
      ['lt.asice', 'alike'],
      ['tühi', 'not-compared'],
      ['puudub.asice', 'not-compared'],
    ])
    const types = asked.map(({ body }) => body['documentType']).filter((type) => type !== undefined)
    expect(types.sort()).toEqual(['BDOC', 'BDOC', 'BDOC', 'DDOC'])
    expect(asked.map(({ body }) => body['filename'])).toContain('kahjustatud_ a_.asice')
  })
})
