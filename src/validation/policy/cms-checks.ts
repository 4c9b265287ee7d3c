import { type CheckResult, type CmsFacts, notApplicable } from '#model'
import { check } from './check.js'
import type { Evaluation } from './evaluation.js'

const ID_DATA = '1.2.840.113549.1.7.1'

/** Mandatory signed attributes of CMS (RFC 5652, 11.1 and 11.2; EN 319 122-1, 5.1): message-digest, and content-type, which must be id-data. */
export function checkCmsAttributes({ policy }: Evaluation, facts: CmsFacts): readonly CheckResult[] {
  const { contentType, statedContentType, hasMessageDigest } = facts
  return [
    check(policy, 'cms-message-digest-present', hasMessageDigest),
    hasMessageDigest
      ? check(policy, 'cms-content-type', contentType === ID_DATA && statedContentType === ID_DATA, {
          stated: statedContentType ?? contentType,
        })
      : notApplicable('cms-content-type'),
  ]
}
