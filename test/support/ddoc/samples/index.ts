import type { Sample } from '../../samples/sample.js'
import { confirmation } from './confirmation.js'
import { dataFiles } from './data-files.js'
import { notices, unreadable } from './documents.js'
import { quirks } from './quirks.js'
import { cryptographic, signer } from './signature.js'
import { strictness } from './strictness.js'
import { structure } from './structure.js'
import { variants, versions } from './versions.js'

/** Documents of SK-XML 1.0 and DIGIDOC-XML 1.1 to 1.3, each with its verdict. */
export const ddocSamples: readonly Sample[] = [
  ...versions,
  ...variants,
  ...quirks,
  ...dataFiles,
  ...structure,
  ...cryptographic,
  ...signer,
  ...confirmation,
  ...strictness,
  ...notices,
  ...unreadable,
]
