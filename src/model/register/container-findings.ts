import { warns } from './entry.js'

const manifest = 'OpenDocument 1.2 part 3, 4'
const comparison = 'BDOC 2.1 8'
const container = 'EN 319 162-1'

/** Findings about a container: validation warnings, which a policy may let fail every signature. `validation/container/findings.ts` defines the facts of each. */
export const containerFindings = Object.freeze({
  'mimetype-first': warns(`${container} A.1`),
  'mimetype-stored': warns(`${container} A.1`),
  'mimetype-without-extra-fields': warns(`${container} A.1`),
  'mimetype-expected': warns(`${container} A.1`),
  'container-kind-stated': warns(`${container} A.1`),
  'mimetype-of-kind': warns(`${container} A.1`),
  'asics-data-file-single': warns(`${container} 4.3.3.2`),
  'token-covers-data-file': warns(`${container} 4.3.3.2`),
  'manifest-missing': warns('BDOC 2.1 8'),
  'manifest-not-opendocument': warns(manifest),
  'manifest-entry-without-path': warns(manifest),
  'manifest-duplicate-entry': warns(manifest),
  'manifest-mime-type-invalid': warns(`${manifest}, RFC 6838 4.2`),
  'cades-signature-not-read': warns('EN 319 162-1 4.4.4'),
  'evidence-record-not-read': warns(`${container} 4.3.3.2, 4.4.3.2`),
  'meta-file-not-read': warns(`${container} 4.3.3.2, 4.4.3.2`),
  'manifest-entry-not-in-signature': warns(comparison),
  'mime-type-differs': warns(comparison),
  'signature-entry-not-in-manifest': warns(comparison),
  'container-file-not-in-signature': warns(comparison),
  'signature-has-unsigned-files': warns(comparison),
  'findings-omitted': warns('bound of the findings'),
})
