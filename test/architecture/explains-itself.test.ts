import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = new URL('../../', import.meta.url).pathname
const src = join(root, 'src')
const texts = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(?:ts|md|json|sql)$/.test(file))
  .map((file) => ({ file, text: readFileSync(join(src, file), 'utf8') }))
const anchors = new Set([...readFileSync(join(root, 'docs/decisions.md'), 'utf8').matchAll(/^### ([a-z0-9-]+)$/gm)].map(([, name]) => name))

function found(pattern: RegExp): readonly string[] {
  return texts.flatMap(({ file, text }) => [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`))
}

describe('what the source says of itself', () => {
  it('the source names decisions by anchors of docs/decisions.md, and each of them', () => {
    const named = texts.flatMap(({ file, text }) =>
      [...text.matchAll(/decisions\.md(?:#([\w-]*))?/g)].map(([, anchor]) => ({ file, anchor })),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ anchor }) => anchor === undefined || !anchors.has(anchor))).toEqual([])
    const used = new Set(named.map(({ anchor }) => anchor))
    expect([...anchors].filter((anchor) => !used.has(anchor))).toEqual([])
  })

  it('the source is found by docs/find-a-rule.md, whose files exist', () => {
    const page = readFileSync(join(root, 'docs/find-a-rule.md'), 'utf8')
    const named = [...page.matchAll(/`([\w/-]+\.ts)`/g)].map(([, file = '']) => file)
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((file) => !existsSync(join(src, file)))).toEqual([])
  })

  it('the source needs no list that is not in the repository', () => {
    expect(found(/\brulings?\b|\bissues? #?\d+|\bsiva-contract\b|\bdescription \d|\b[a-z]+-[a-z]+ facts \d/gi)).toEqual([])
  })

  it('the source reads no printed moment back where verdicts are made, and takes no message apart', () => {
    const judging = /^(?:validation\/(?:policy|report)|validation\/[\w-]+\.ts|threads)\b/
    const parsed = found(/Date\.parse|\.message\s*\.\s*(?:replace|match|split|slice|search)/g).filter((each) => judging.test(each))
    expect(parsed).toEqual([])
    expect(found(/\.message\s*\.\s*(?:replace|match|search)\(\/ \\\(at/g)).toEqual([])
  })

  it('the source steers no process by the text of a key: how a check takes part is a trait in the register', () => {
    const judging = /^(?:validation\/(?:policy|report)|validation\/[\w-]+\.ts|threads)\b/
    const compared = found(/\bkey\)?\s*[=!]==?\s*['"`]|['"`]\s*[=!]==?\s*(?:\w+\.)?key\b|\bkey\.(?:startsWith|endsWith|includes|slice)\(/g)
    expect(compared.filter((each) => judging.test(each))).toEqual([])
    expect(compared).not.toEqual([])
  })
})
