import { readCertificateFile } from '#trust'
import type { ListSource, PinnedSigners } from '../list-set/list-source.js'
import { officialJournal2019 } from './oj-2019-276.js'
import { officialJournal2026 } from './oj-2026-1944.js'

/** A published set of certificates that may sign a list of lists. They are public; nothing but their exact bytes is trusted. */
export interface PinnedCertificates {
  readonly name: string
  /** Address of the notice as the list of lists writes it in its scheme information. */
  readonly noticeUrl: string
  readonly pem: readonly string[]
}

/**
 * The list of lists of the European Union with the signers that the Official Journal announces: what is trusted where nothing else is set.
 * The newest notice comes first; the older one serves lists of lists from before it.
 */
export function europeanUnion(): ListSource {
  return {
    name: 'EU',
    location: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml',
    territory: 'EU',
    anchors: [pinned(officialJournal2026), pinned(officialJournal2019)],
    territories: { kind: 'all' },
    folder: null,
  }
}

function pinned({ name, noticeUrl, pem }: PinnedCertificates): PinnedSigners {
  return { name, noticeUrl, certificates: pem.flatMap((text) => readCertificateFile(Buffer.from(text), name)) }
}
