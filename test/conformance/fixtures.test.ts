import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { ManifestItem } from '../support/fixture-set.js'
import { summaryOf, summaryOfExpected, validate } from './validate-sample.js'

const root = new URL('../../fixtures/', import.meta.url)
const manifest = JSON.parse(readFileSync(new URL('manifest.json', root), 'utf8')) as readonly ManifestItem[]

describe('fixtures/manifest.json', () => {
  it.each(manifest)('the document $id of fixtures/manifest.json has its verdict: $what', (item) => {
    const document = readFileSync(new URL(item.file, root))
    expect(createHash('sha256').update(document).digest('hex')).toBe(item.sha256)
    const answer = validate(document, item.trust, item)
    expect(summaryOf(answer)).toEqual(summaryOfExpected('requestError' in item.expected ? 'malformed' : item.expected))
  })
})
