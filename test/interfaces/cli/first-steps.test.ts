import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { settingsTable } from '#config'
import { run } from './run-in-process.js'

const fixtures = fileURLToPath(new URL('../../../fixtures/', import.meta.url))
const fixture = (name: string) => join(fixtures, 'documents', name)
const common = ['--trust', join(fixtures, 'trust/standard.json'), '--at', '2026-06-01T12:00:00Z'] as const

describe('allkiri FILE', () => {
  it('allkiri FILE is allkiri validate FILE', async () => {
    const short = await run([fixture('lt.asice'), ...common])
    expect(short).toEqual(await run(['validate', fixture('lt.asice'), ...common]))
    expect(short.out).toContain('Signature 1: valid (TOTAL-PASSED)')
  })

  it('allkiri with a word that is neither a command nor a file says so', async () => {
    expect(await run(['puudub'])).toMatchObject({ status: 64, err: expect.stringContaining("unknown command 'puudub'") })
  })

  it('allkiri with the name of a file that does not exist says that it cannot be read', async () => {
    const { status, out, err } = await run(['puudub.asice', ...common])
    expect(status).toBe(2)
    expect(out + err).toMatch(/puudub\.asice: not validated\n.*There is no such file/)
  })

  it('allkiri takes the options of validate before the file too, and calls a wrong one unknown', async () => {
    expect(await run(['--brief', fixture('lt.asice'), ...common])).toEqual(
      await run(['validate', '--brief', fixture('lt.asice'), ...common]),
    )
    expect(await run(['--breef', fixture('lt.asice')])).toMatchObject({
      status: 64,
      err: expect.stringContaining("unknown option '--breef'"),
    })
  })

  it.each(['-v', 'version'])('allkiri %s prints the version', async (word) => {
    expect(await run([word])).toMatchObject({ status: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) })
  })
})

describe('allkiri validate --brief', () => {
  it('allkiri validate --brief goes with no other form', async () => {
    expect(await run(['validate', '--brief', '--json', fixture('lt.asice')])).toMatchObject({
      status: 64,
      err: expect.stringContaining('choose one of --brief, --json and --json-lines'),
    })
  })
})

describe('allkiri settings', () => {
  it('allkiri settings lists every setting with its default and what the environment gives, but no secret', async () => {
    const { status, out } = await run(['settings'], { ALLKIRI_PORT: '9090', ALLKIRI_LOG_PSEUDONYM_KEY: 'salajane'.repeat(4) })
    expect(status).toBe(0)
    expect(out).toContain('ALLKIRI_PORT  (default: 8080; now "9090")')
    expect(out).toContain('ALLKIRI_LOG_PSEUDONYM_KEY  (default: a new one at each start; now set)')
    expect(out).not.toContain('salajane')
    expect(Math.max(...out.split('\n').map((line) => line.length))).toBeLessThan(160)
  })

  it('the table of docs/settings.md is what allkiri settings --markdown prints', async () => {
    const { out } = await run(['settings', '--markdown'])
    expect(out).toBe(`${settingsTable()}\n`)
    expect(readFileSync(new URL('../../../docs/settings.md', import.meta.url), 'utf8')).toContain(`\n\n${out}`)
  })
})

describe('allkiri serve --check', () => {
  it('allkiri serve --check refuses wrong settings as serve does', async () => {
    expect(await run(['serve', '--check'], { ALLKIRI_POORT: '1' })).toMatchObject({
      status: 64,
      err: expect.stringContaining('ALLKIRI_POORT is not a setting'),
    })
  })
})
