import { readCertificateFile } from '#trust'
import type { ListSource, PinnedSigners } from '../list-set/list-source.js'
import { officialJournal2019 } from './oj-2019-276.js'
import { officialJournal2026 } from './oj-2026-1944.js'

/** A published set of certificates that may sign a list of lists. The certificates are compared byte for byte. */
export interface PinnedCertificates {
  readonly name: string
  /** URL of the notice, exactly as in the scheme information of the list of lists. */
  readonly noticeUrl: string
  readonly pem: readonly string[]
}

/**
 * The list of lists of the European Union, with the signers that the Official Journal announces. It is the default when nothing else is configured. The newest
 * notice comes first; the older one is for lists of lists from before it.
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
