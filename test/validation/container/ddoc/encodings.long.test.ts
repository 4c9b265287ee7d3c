import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../readers/xml/random-document.js'
import { type EncodingName, encodings, mutated, ours, pick, randomDdoc, theirs, writtenIn } from './encoded-documents.js'

describe.each(Object.keys(encodings) as readonly EncodingName[])('data files of documents in %s', (encoding) => {
  it('data files of a document in another encoding are what libxml2 reads, whichever texts are set aside', () => {
    const random = seededRandom(11)
    let files = 0
    for (let i = 0; i < 200; i++) {
      const bytes = writtenIn(encoding, pick(random, encodings[encoding].names), randomDdoc(random))
      const expected = theirs(bytes)
      if (expected === null) throw new Error(`libxml2 refuses ${bytes.toString('latin1')}`)
      for (const setAsideBytes of [1, 40, 1_000_000]) expect(ours(bytes, setAsideBytes)).toEqual(expected)
      files += expected.length
    }
    expect(files).toBeGreaterThan(350)
  })

  it('data files of a document in another encoding are the same or refused when a document is changed at random', () => {
    const random = seededRandom(12)
    let compared = 0
    for (let i = 0; i < 1_000; i++) {
      const bytes = mutated(random, writtenIn(encoding, pick(random, encodings[encoding].names), randomDdoc(random)))
      const mine = [1, 40, 1_000_000].map((setAsideBytes) => ours(bytes, setAsideBytes))
      expect(mine[1]).toEqual(mine[0])
      expect(mine[2]).toEqual(mine[0])
      if (typeof mine[0] === 'string') continue
      // What is read here and refused there would be a leniency of ours; marks and white space in front are the only one.
      const expected = theirs(bytes)
      expect(mine[0]).toEqual(expected)
      compared++
    }
    expect(compared).toBeGreaterThan(120)
  })
})
