import { describe, expect, it } from 'vitest'
import type { PdfFacts } from '#model'
import { judgeRevisions, readSignatureDictionaries } from '#readers/pdf'
import { coveredText } from '#validation/report'
import { pdfFacts } from '../../../../src/validation/signature/pades/pdf-facts.js'
import { open } from '../../../readers/pdf/reading.js'
import { streamText } from '../../../support/pdf/draft.js'
import { type SignedPdfOptions, signedPdf, signPdf } from '../../../support/pdf/signed-pdf.js'

/** The facts of the first signature of a file. */
function factsOf(options: SignedPdfOptions): PdfFacts {
  const file = open(signedPdf(options))
  const [signature] = readSignatureDictionaries(file)
  if (signature === undefined) throw new Error('no signature')
  const changes = signature.coveredRevision === null ? [] : judgeRevisions(file, signature.coveredRevision)
  return pdfFacts(file, signature, changes)
}

describe('what follows the octets that a PDF signature covers', () => {
  it.each<readonly [said: PdfFacts['followedBy'], options: SignedPdfOptions]>([
    ['nothing', { level: 'T' }],
    ['nothing', { level: 'T', edit: (bytes) => Buffer.concat([bytes, Buffer.from('\r\n \n')]) }],
    ['validation-data', { level: 'LT' }],
    ['validation-data', { level: 'LTA' }],
    ['later-version', { level: 'LTA', after: (draft) => void signPdf(draft) }],
    ['later-version', { level: 'T', after: (draft) => void draft.update({ 4: streamText('', '0 g') }) }],
    ['other-octets', { level: 'T', edit: (bytes) => Buffer.concat([bytes, Buffer.from('more')]) }],
  ])('the report of a PDF signature says what follows: %s', (said, options) => {
    expect(factsOf(options).followedBy).toBe(said)
  })

  it('the report of a PDF signature gives the covered octets, and how many follow, in words', () => {
    const facts: PdfFacts = { ...factsOf({ level: 'T' }), byteRange: [0, 100, 200, 50], octetsBehind: 7, followedBy: 'validation-data' }
    expect(coveredText(facts)).toBe('octets 0–99, 200–249; validation data or time-stamps follow (7 octets)')
    expect(coveredText(facts, 'et')).toBe('baidid 0–99, 200–249; järgnevad kehtivusinfo või ajatemplid (7 baiti)')
    expect(coveredText({ ...facts, byteRange: null })).toBeNull()
  })
})
