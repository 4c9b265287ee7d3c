import type { Sample } from '../../samples/sample.js'
import { byteRangeSamples } from './byte-range.js'
import { changeSamples } from './changes.js'
import { messageSamples } from './messages.js'
import { soundPdfSamples } from './sound.js'
import { writingSamples } from './writing.js'

/** Signed PDF documents that tests make: sound ones, and each defect and attack by itself. */
export const pdfSamples: readonly Sample[] = [
  ...soundPdfSamples,
  ...byteRangeSamples,
  ...messageSamples,
  ...changeSamples,
  ...writingSamples,
]
