import { deepFreeze } from '#std'
import { firstRelease } from './constraints/first-release.js'
import { outsideBdoc } from './constraints/outside-bdoc.js'
import { pdf } from './constraints/pdf.js'
import { xroad } from './constraints/xroad.js'
import type { ValidationPolicy } from './validation-policy.js'

/** DIGIDOC-XML signatures that count as qualified: those of the Estonian certification authority, under its two names. */
export const estonianSignatures: ValidationPolicy['legalLevel']['ddoc'] = deepFreeze({
  organizations: ['AS Sertifitseerimiskeskus', 'SK ID Solutions AS'],
  keyUsage: 'nonRepudiation',
})

/** Signatures and seals of every legal level. A kind of document with constraints of its own has a file in `constraints/`. */
export const POLv1: ValidationPolicy = deepFreeze({
  name: 'POLv1',
  legalLevel: {
    check: 'signature-level-qualified',
    levels: {
      signature: { accepted: ['QESig'], withWarning: [] },
      seal: { accepted: ['QESeal'], withWarning: [] },
      unknown: { accepted: [], withWarning: [] },
    },
    ddoc: estonianSignatures,
  },
  levels: {
    // Its interface has no such warnings, and refuses a container that does not state its kind.
    'mimetype-first': 'ignore',
    'mimetype-stored': 'ignore',
    'mimetype-without-extra-fields': 'ignore',
    'mimetype-expected': 'ignore',
    'container-kind-stated': 'fail',
    'mimetype-of-kind': 'fail',
    'asics-data-file-single': 'fail',
  },
  outcomes: {},
  profiles: {
    'asic-e': firstRelease,
    'asic-s': outsideBdoc,
    cades: outsideBdoc,
    xades: outsideBdoc,
    ddoc: firstRelease,
    pdf,
    xroad,
  },
} satisfies ValidationPolicy)
