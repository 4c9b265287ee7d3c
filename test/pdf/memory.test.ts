import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { decodeName } from '../../src/pdf/syntax/parse-value.js'

const dist = new URL('../../dist/pdf/', import.meta.url)

/** What a program prints that has this much memory: in a thread as well, one call that needs more ends the whole process. */
function printed(megabytes: number, module: string, program: string): string {
  const code = `import * as pdf from ${JSON.stringify(new URL(module, dist).href)}\n${program}`
  return String(execFileSync(process.execPath, [`--max-old-space-size=${megabytes}`, '--input-type=module', '-e', code], { stdio: 'pipe' }))
}

describe.runIf(existsSync(dist))('of the largest document (build first)', () => {
  it('a name needs no more memory than its length', () => {
    expect(printed(300, 'syntax/parse-value.js', "console.log(pdf.decodeName('#41'.repeat(6_600_000)).length)")).toBe('6600000\n')
  })

  it('a stream in hexadecimal digits needs no more memory than its length', () => {
    expect(printed(300, 'filters/ascii.js', "console.log(pdf.decodeAsciiHex(Buffer.alloc(40_000_000, '0 ')).length)")).toBe('10000000\n')
  })
})

it('a long name is decoded as a short one is', () => {
  const pieces = ['#41', '#4', '#', '##41', '#zz', '#fF#0a', 'a#e4', '#@1', '#1`', '#G0', '\u00e4']
  const texts = [...pieces, pieces.join('')]
  for (const text of texts)
    for (const end of ['#', '#4', '#41', ''])
      expect(decodeName('x'.repeat(1_000) + text + end)).toBe('x'.repeat(1_000) + decodeName(text + end))
})
