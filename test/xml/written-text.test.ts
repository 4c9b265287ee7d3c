import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { xmlAttribute, xmlText } from '#xml'

const compiled = new URL('../../dist/xml/written-text.js', import.meta.url)

describe('texts written into XML', () => {
  const special = 'a & b < c > d " e \' \t\n\r õ 一 😀 \u0000 \uFFFF '

  it('hold references in place of markup, and U+FFFD in place of what XML cannot hold', () => {
    expect(xmlText(special)).toBe('a &#x26; b &#x3c; c &#x3e; d " e \' \t\n&#xd; õ 一 😀 \uFFFD \uFFFD ')
    expect(xmlAttribute(special)).toBe("a &#x26; b &#x3c; c &#x3e; d &#x22; e ' &#x9;&#xa;&#xd; õ 一 😀 \uFFFD \uFFFD ")
  })

  it('are the same however long they are', () => {
    const many = 10_000
    expect(xmlText(special.repeat(many)) === xmlText(special).repeat(many)).toBe(true)
    expect(xmlAttribute(special.repeat(many)) === xmlAttribute(special).repeat(many)).toBe(true)
  })

  it.runIf(existsSync(compiled))('of the largest request need no more memory than their length (build first)', () => {
    const code = `import { xmlAttribute, xmlText } from ${JSON.stringify(compiled.href)}
for (const write of [xmlText, xmlAttribute]) console.log(write('<'.repeat(27_000_000)).length)`
    const told = execFileSync(process.execPath, ['--max-old-space-size=400', '--input-type=module', '-e', code], { stdio: 'pipe' })
    expect(String(told).trim().split('\n').map(Number)).toEqual([162_000_000, 162_000_000])
  })
})
