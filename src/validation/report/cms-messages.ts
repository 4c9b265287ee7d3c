import type { CmsKey } from '#model'
import type { Message } from './message-template.js'

/** Messages of the checks that only signatures in CMS have. */
export const cmsMessages: Readonly<Record<CmsKey, Message>> = {
  'cms-signer-single': {
    question: 'Does the signature have one signer?',
    answer: 'The signature contains the signatures of {count} signers; one is expected.',
  },
  'asic-manifest-usable': {
    question: 'Does one manifest of the container name the signature, and each file once?',
    answer: 'It is not certain what the signature {signature} covers: {manifest}[ ({file})].',
  },
  'cms-content-detached': {
    question: 'Does the signature cover the file, and no content inside the signature?',
    answer: 'The signature contains content itself, so it is not certain that the file was signed.',
  },
  'cms-message-digest-present': {
    question: 'Does the signature state the digest of the signed data?',
    answer: 'The signed attributes of the signature do not state the digest of the signed data.',
  },
  'cms-content-type': {
    question: 'Does the signature state the right type of content?',
    answer: 'The signature states another type of content than the one that it covers ({stated}).',
  },
}
