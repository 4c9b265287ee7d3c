import { execFileSync } from 'node:child_process'
import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { decodeName, UNCLEAR_NAME } from '../../../src/readers/pdf/syntax/parse-value.js'
import { isBuilt, needs } from '../../support/needs.js'
import { streamText } from '../../support/pdf/draft.js'
import { signedPdf } from '../../support/pdf/signed-pdf.js'

const dist = new URL('../../../dist/readers/pdf/', import.meta.url)

/** What a program prints that has this much memory: in a thread as well, one call that needs more ends the whole process. */
function printed(megabytes: number, module: string, program: string, input: Buffer = Buffer.alloc(0)): string {
  const code = `import * as pdf from ${JSON.stringify(new URL(module, dist).href)}\n${program}`
  return String(
    execFileSync(process.execPath, [`--max-old-space-size=${megabytes}`, '--input-type=module', '-e', code], { stdio: 'pipe', input }),
  )
}

/** A signed document, and an update whose object stream has a header of so many numbers that belong to no object. */
function withNumbersInHeader(count: number): Buffer {
  return signedPdf({
    after: (draft) => {
      const object = draft.next
      const header = `${object} 0 ${'1 '.repeat(count)}`
      const packed = deflateSync(Buffer.from(`${header}<< /A 1 >>`, 'latin1'))
      const stream = streamText(`/Type /ObjStm /N 1 /First ${header.length} /Filter /FlateDecode`, packed)
      draft.update({ [object]: '<< /A 1 >>' }, { stream: true, packed: [object], edit: () => `${object + 1} 0 obj\n${stream}\nendobj\n` })
    },
  })
}

describe('of the largest document (build first)', needs({ 'a build': isBuilt }), () => {
  it('a name of the largest PDF file needs no more memory than its length', () => {
    expect(printed(300, 'syntax/parse-value.js', "console.log(pdf.decodeName('#41'.repeat(6_600_000)).length)")).toBe('6600000\n')
  })

  it('a stream of the largest PDF file in hexadecimal digits needs no more memory than its length', () => {
    expect(printed(300, 'filters/ascii.js', "console.log(pdf.decodeAsciiHex(Buffer.alloc(40_000_000, '0 ')).length)")).toBe('10000000\n')
  })

  it('the header of an object stream of the largest PDF file needs no more memory than its length', () => {
    const program = [
      "import { readFileSync } from 'node:fs'",
      `const file = pdf.openPdfFile(readFileSync(0), ${JSON.stringify(limits.pdf)})`,
      'console.log(pdf.judgeRevisions(file, 0).length > 0)',
    ]
    expect(printed(200, 'index.js', program.join('\n'), withNumbersInHeader(30_000_000))).toBe('true\n')
  })
})

it('a long name of a PDF file is decoded as a short one is', () => {
  const pieces = ['#41', '#4', '#', '##41', '#zz', '#fF#0a', 'a#e4', '#@1', '#1`', '#G0', '\u00e4']
  const texts = [...pieces, pieces.join('')]
  const long = 'x'.repeat(1_000)
  for (const text of texts)
    for (const end of ['#', '#4', '#41', '']) {
      const short = decodeName(text + end)
      expect(decodeName(long + text + end)).toBe(
        short.startsWith(UNCLEAR_NAME) ? UNCLEAR_NAME + long + short.slice(UNCLEAR_NAME.length) : long + short,
      )
    }
})
