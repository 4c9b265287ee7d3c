import { formatInstant, type Instant, type Provable } from '#model'
import { messageOf } from './messages.js'

interface ProvableTexts {
  readonly until: (end: string) => string
  readonly ended: (end: string) => string
  readonly state: Readonly<Record<Exclude<Provable['state'], 'until' | 'ended'>, string>>
  readonly extension: Readonly<Record<NonNullable<Provable['extension']>, string>>
  readonly nothingExtends: string
  readonly ends: Readonly<Record<Provable['ends'], string>>
}

const texts: Readonly<Record<'en' | 'et', ProvableTexts>> = {
  en: {
    until: (end) => `before ${end}`,
    ended: (end) => `no longer: the chain of proofs ended on ${end}`,
    state: {
      'without-end': 'no end is known',
      never: 'no: an algorithm had ended before the proofs were made',
      'not-passing': 'nothing, because the signature does not pass',
    },
    extension: {
      'archive-time-stamp': 'an archive time-stamp before that day extends it',
      'document-time-stamp': 'a document time-stamp before that day extends it',
      'container-time-stamp': 'a further time-stamp of the container before that day extends it',
    },
    nothingExtends: 'nothing in the document can extend it',
    ends: { policy: 'by the policy', 'TS 119 312 V1.5.1': 'by ETSI TS 119 312 V1.5.1' },
  },
  et: {
    until: (end) => `kuni ${end} (see aeg välja arvatud)`,
    ended: (end) => `enam mitte: tõendite ahel lõppes ${end}`,
    state: {
      'without-end': 'lõppu ei ole teada',
      never: 'ei: mõni algoritm lõppes enne tõendite koostamist',
      'not-passing': 'ei, sest allkiri ei kehti',
    },
    extension: {
      'archive-time-stamp': 'seda pikendab arhiveerimise ajatempel enne seda päeva',
      'document-time-stamp': 'seda pikendab dokumendi ajatempel enne seda päeva',
      'container-time-stamp': 'seda pikendab konteineri uus ajatempel enne seda päeva',
    },
    nothingExtends: 'dokumendis ei saa seda miski pikendada',
    ends: { policy: 'poliitika järgi', 'TS 119 312 V1.5.1': 'ETSI TS 119 312 V1.5.1 järgi' },
  },
}

/** Until when a signature is provable, as the rest of a sentence, with what extends it: `before 2029-01-01, by …; an archive time-stamp … extends it`. */
export function provableText({ state, ends, until, extension }: Provable, language: 'en' | 'et' = 'en'): string {
  const text = texts[language]
  switch (state) {
    case 'until':
      return `${text.until(shownEnd(until))}, ${text.ends[ends]}; ${extension === null ? text.nothingExtends : text.extension[extension]}`
    case 'ended':
      return `${text.ended(shownEnd(until))}, ${text.ends[ends]}; ${text.nothingExtends}`
    case 'never':
    case 'without-end':
      return `${text.state[state]}, ${text.ends[ends]}`
    case 'not-passing':
      return text.state[state]
  }
}

/** What ends, as one sentence; null when nothing does. */
export function provableCause({ cause }: Provable): string | null {
  return cause === null ? null : messageOf(cause).text
}

/** A day, when the end is its first moment; otherwise the moment. */
function shownEnd(until: Instant | null): string {
  return until === null ? '' : formatInstant(until).replace('T00:00:00Z', '')
}
