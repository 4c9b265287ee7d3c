import type { LanguageTexts } from '../language.js'
import { certificateMessages } from './certificate-messages.js'
import { cmsMessages } from './cms-messages.js'
import { containerMessages } from './container-messages.js'
import { ddocMessages } from './ddoc-messages.js'
import { legalLevelMessages } from './legal-level-messages.js'
import { page } from './page.js'
import { pdfChangesInEstonian } from './pdf-changes.js'
import { pdfMessages } from './pdf-messages.js'
import { report } from './report.js'
import { signatureMessages } from './signature-messages.js'
import { timeMessages } from './time-messages.js'
import { words } from './words.js'
import { xroadMessages } from './xroad-messages.js'

/** The sentences about checks are in files that are named as those of the English ones (`validation/report`). */
export const estonian: LanguageTexts = {
  name: 'Eesti',
  locale: 'et',
  words,
  beginnings: {
    object: [
      ['file ', 'fail '],
      ['part of the signature file ', 'allkirjafaili osa '],
      ['part of the signature ', 'allkirja osa '],
      ['part of the PDF', 'PDF-i osa'],
      ['object of the reference without a name', 'nimeta viite objekt'],
      ['object of the reference ', 'viite objekt '],
    ],
  },
  phrases: { description: pdfChangesInEstonian },
  checks: {
    ...signatureMessages,
    ...certificateMessages,
    ...timeMessages,
    ...cmsMessages,
    ...pdfMessages,
    ...ddocMessages,
    ...legalLevelMessages,
    ...containerMessages,
    ...xroadMessages,
  },
  report,
  page,
}
