import { failedWith, indeterminateWith } from '#model'
import { deepFreeze } from '#std'
import { thirdRelease, thirdReleaseDdoc, thirdReleasePdf, thirdReleaseXroad } from './constraints/third-release.js'
import { POLv1 } from './polv1.js'
import type { ValidationPolicy } from './validation-policy.js'

/**
 * Signatures and seals of every legal level, by the constraints of the third release of the reference service: its published policy text, and the constraint
 * files of the engine beside it where the text is silent (`decisions.md#polv3`).
 */
export const POLv3: ValidationPolicy = deepFreeze({
  name: 'POLv3',
  legalLevel: POLv1.legalLevel,
  levels: {
    'signature-baseline': 'fail',
    'time-stamp-certificate-reference-present': 'fail',
    'signed-data-name-exact': 'fail',
    // Told by the first of the findings about the entry.
    'container-kind-stated': 'ignore',
    'mimetype-of-kind': 'fail',
    'asics-data-file-single': 'fail',
    // The manifest of a BDOC container is part of its format.
    'manifest-missing': 'fail',
    'manifest-not-opendocument': 'fail',
    'manifest-duplicate-entry': 'fail',
    'manifest-entry-not-in-signature': 'fail',
    'mime-type-differs': 'fail',
    'signature-entry-not-in-manifest': 'fail',
    'container-file-not-in-signature': 'fail',
    'findings-omitted': 'fail',
    'trusted-list-stale': 'fail',
    'list-of-lists-stale': 'fail',
  },
  outcomes: {
    'revocation-data-available': indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE'),
    'authority-revocation-data-available': indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE'),
    'revocation-after-time-stamp': failedWith('FORMAT_FAILURE'),
    'revocation-data-in-signature': indeterminateWith('CERTIFICATE_CHAIN_GENERAL_FAILURE'),
    'trusted-list-stale': indeterminateWith('TRY_LATER'),
    'list-of-lists-stale': indeterminateWith('TRY_LATER'),
  },
  profiles: {
    'asic-e': thirdRelease,
    'asic-s': thirdRelease,
    cades: thirdRelease,
    xades: thirdRelease,
    ddoc: thirdReleaseDdoc,
    pdf: thirdReleasePdf,
    xroad: thirdReleaseXroad,
  },
} satisfies ValidationPolicy)
