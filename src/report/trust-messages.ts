import type { Message } from './message-template.js'

/** What is said of the trusted lists that a signature rests on (ruling 15). */
export const trustMessages = {
  'trusted-list-stale': {
    question: 'Is the trusted list that the signature rests on still current?',
    answer:
      'The signature rests on the trusted list of {territory} (number {sequenceNumber}), which should have been replaced by {nextUpdate}; changes since then are not known here.',
  },
  'list-of-lists-stale': {
    question: 'Is the list of trusted lists that the signature rests on still current?',
    answer:
      'The signature rests on the list of trusted lists of {territory} (number {sequenceNumber}), which should have been replaced by {nextUpdate}; changes since then are not known here.',
  },
} as const satisfies Readonly<Record<string, Message>>
