import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { register } from '#model'
import { codesInSources, messagesPage, messagesPagePath, refusalCodes, versionsIn } from '../support/messages-page.js'

const page = readFileSync(messagesPagePath, 'utf8')
const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

describe('docs/messages.md', () => {
  it('the page of keys and codes is the one that is made from the sources (npm run messages)', () => {
    const { version } = JSON.parse(read('package.json')) as { readonly version: string }
    expect(page).toBe(messagesPage(page, version))
  })

  it('the page of keys and codes has every key and every code, with a version', () => {
    const codes = refusalCodes().map(({ code }) => code)
    const names = [...Object.keys(register), ...codes]
    expect(names.length).toBeGreaterThan(450)
    expect([...versionsIn(page).keys()].sort()).toEqual([...new Set(names)].sort())
  })

  it('the page of keys and codes keeps the version of what it has, and gives the present one to what is new', () => {
    const [name = ''] = versionsIn(page).keys()
    const without = page.replace(new RegExp(`^\\| \`${name}\` .*\n`, 'm'), '')
    const later = versionsIn(messagesPage(without, '9.8.7'))
    expect(later.get(name)).toBe('9.8.7')
    expect([...later.values()].filter((version) => version === '9.8.7')).toHaveLength(1)
  })

  it('the page of keys and codes has every code with which the sources refuse a request or a document', () => {
    const documented = new Set(refusalCodes().map(({ code }) => code))
    const inSources = codesInSources()
    expect(inSources.size).toBeGreaterThan(60)
    expect([...inSources].filter(([code]) => !documented.has(code))).toEqual([])
  })

  it('the changelog names no key under Verdicts that does not exist', () => {
    const known = new Set([...versionsIn(page).keys()])
    const [, verdicts = ''] = read('.github/CHANGELOG.md').split('### Verdicts')
    const named = [...verdicts.matchAll(/^(?:\| |- )(`[\w-]+`(?:, `[\w-]+`)*)/gm)].flatMap(([, list = '']) =>
      list.replaceAll('`', '').split(', '),
    )
    expect(named.length).toBeGreaterThan(30)
    expect(named.filter((key) => !known.has(key))).toEqual([])
  })

  it('whoever reads the README or a refusal is led to the page of keys and codes', () => {
    expect(read('README.md')).toContain('docs/messages.md')
    expect(read('docs/decisions.md')).toContain('(messages.md)')
    expect(read('src/interfaces/http/schemas/problems.ts')).toContain('docs/messages.md')
  })
})
