import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sentenceOf } from '#writers/languages'

const folder = new URL('../../src/readers/pdf/changes', import.meta.url).pathname
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))

/** What the sources say of a change where they refuse one, with `Name` where a value stands. */
function phrasesIn(file: string): readonly string[] {
  const lines = readFileSync(join(folder, file), 'utf8').split('\n')
  return lines
    .filter((line) => /\b(?:refused|about|refuse|found\.add)\(|\breason: |^\s*\? '|^\s*\? `/.test(line))
    .flatMap((line) => [...line.matchAll(/(['`])((?:(?!\1).)+)\1/g)].map(([, , text = '']) => text))
    .map((text) => text.replace(/\$\{[^}]*\}/g, 'Name'))
    .filter((text) => / [a-z]{2,} [a-z]{2,}/.test(text))
}

describe('the reader of PDF', () => {
  it('the reader of PDF says of a change nothing that has no words in Estonian (writers/languages/et/pdf-changes.ts)', () => {
    const phrases = [...new Set(files.flatMap(phrasesIn))]
    const sentence = (description: string) => sentenceOf({ key: 'pdf-changes-explained', facts: { revision: 2, description } }, 'et')
    expect(phrases.length).toBeGreaterThan(50)
    expect(phrases.filter((phrase) => sentence(phrase).includes(phrase))).toEqual([])
  })

  it('the reader of PDF is translated on both sides of a colon, with names of the document as they are', () => {
    const sentence = (description: string) =>
      sentenceOf({ key: 'pdf-changes-explained', facts: { revision: 2, object: 7, description } }, 'et')
    expect(sentence('Contents of Page: the button "a: b has changed" got a value')).toContain(
      'versioon 2, objekt 7, Page/Contents: nupule „a: b has changed” on antud väärtus.',
    )
    expect(sentence('Annot Widget: the header of object stream 4 is broken')).toContain(
      'Annot Widget: the header of object stream 4 is broken.',
    )
    expect(sentence(`Annot Widget: the button "${'" got a value'.repeat(50_000)}`)).toHaveLength(sentence('x'.repeat(600_000)).length)
  })
})
