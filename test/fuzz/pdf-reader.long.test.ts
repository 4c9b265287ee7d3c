import { expect, it } from 'vitest'
import { fuzzPdfReader, readWhole, seeds } from './pdf-reader.js'

it('the fuzz run of PDF files reads every seed', () => {
  expect(seeds().map(readWhole)).toEqual(['2 signatures', '2 signatures', '0 signatures', '0 signatures', '0 signatures'])
})

it('the reader refuses or reads 2,000 broken PDF files, and never fails otherwise', () => {
  const { crashes, outcomes } = fuzzPdfReader(13, { inputs: 2_000 })
  expect(crashes.map(({ error }) => error)).toEqual([])
  // A target that only ever sees one outcome tests nothing.
  expect([...outcomes.keys()]).toEqual(expect.arrayContaining(['rebuilt', 'unexplained', 'PDF_HEADER']))
})
