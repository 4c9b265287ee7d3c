import type { CmsKey } from '#model'
import type { Message } from './message-template.js'

/** Messages of the checks that only signatures in CMS have. */
export const cmsMessages: Readonly<Record<CmsKey, Message>> = {
  'cms-signer-single': {
    question: 'Does the signature have one signer?',
    answer: 'The signature holds the signatures of {count} signers; one is expected.',
  },
  'cms-content-detached': {
    question: 'Does the signature cover the file and nothing that it holds itself?',
    answer: 'The signature carries content of its own, so it is not certain that the file is what was signed.',
  },
  'cms-message-digest-present': {
    question: 'Does the signature state the digest of what it covers?',
    answer: 'The signature does not state the digest of what it covers among its signed attributes.',
  },
  'cms-content-type': {
    question: 'Does the signature state that it covers plain data?',
    answer: 'The signature states another type of content than it covers ({stated}).',
  },
}
