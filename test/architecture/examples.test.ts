import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { limits } from '#config'
import { shareTrustIndex } from '#trust'
import { openDecodedCache } from '../../src/validation/validation-context.js'
import { integer, sequence } from '../support/der.js'
import { onlineRequest, refreshWorld } from '../trust/supply/refresh-world.js'
import { concluded, publicKeyParts, refreshedTwice, takenApart, trusted, withPackedIndex, withValidator } from './examples.js'

const src = new URL('../../src/', import.meta.url)
const document = readFileSync(new URL('../../fixtures/documents/lt.asice', import.meta.url))
const validationTime = Date.UTC(2026, 5, 1, 12)

/** Every example in the docstrings, without its margin and without white space, which the formatter decides. */
const examples = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .flatMap((file) => {
    const text = readFileSync(new URL(file, src), 'utf8')
    return [...text.matchAll(/^ *\* @example\n((?: *\* (?!@)[^\n]+\n)+)/gm)].map(([, lines = '']) => ({
      file,
      code: bare(lines.replace(/^ *\* /gm, '')),
    }))
  })

function bare(code: string): string {
  return code.replace(/\s+/g, '')
}

describe('the examples in docstrings', () => {
  const compiled = bare(readFileSync(new URL('examples.ts', import.meta.url), 'utf8'))

  it('the examples in docstrings are there for the entry points', () => {
    const files = examples.map(({ file }) => file)
    for (const entry of [
      'library.ts',
      'validation/validate-document.ts',
      'validation/container/index.ts',
      'validation/policy/conclude-document.ts',
      'trust/index.ts',
    ])
      expect(files).toContain(entry)
  })

  it.each(examples)('the examples in the docstrings of $file compile', ({ code }) => {
    expect(compiled).toContain(code)
  })

  it('the examples in docstrings do what they say', async () => {
    const cache = openDecodedCache(limits)
    const { snapshot, index } = trusted(cache)
    const { signatures, findings } = takenApart(document, cache)
    expect(findings).toEqual([])
    const [signature] = signatures
    if (signature?.kind !== 'read') throw new Error('the signature cannot be read')
    expect(concluded(signature.facts, index, cache, validationTime)).toEqual(['TOTAL-PASSED'])
    const { packed } = shareTrustIndex(snapshot, cache)
    expect(withPackedIndex(document, packed, validationTime)).toEqual(['TOTAL-PASSED'])
    expect(await withValidator(document)).toEqual([[expect.any(String), 'TOTAL-PASSED', '']])
    const { tools } = refreshWorld()
    const { first, second } = await refreshedTwice(onlineRequest(), validationTime, tools)
    expect([first.trust?.facts.lists.length, second.trust]).toEqual([expect.any(Number), null])
    expect(publicKeyParts(sequence(integer(35), integer(3)))).toHaveLength(2)
  })
})
