import type { ListSource, PinnedSigners } from '../list-set/list-set.js'
import notice2019 from './oj-2019-276.json' with { type: 'json' }
import notice2026 from './oj-2026-1944.json' with { type: 'json' }

/**
 * The list of lists of the European Union, with the signers that the Official Journal announces. It is the default when nothing else is configured. The newest
 * notice comes first; the older one is for lists of lists from before it.
 */
export function europeanUnion(): ListSource {
  return {
    name: 'EU',
    location: 'https://ec.europa.eu/tools/lotl/eu-lotl.xml',
    territory: 'EU',
    anchors: [pinned(notice2026), pinned(notice2019)],
    territories: { kind: 'all' },
    folder: null,
  }
}

/** The certificates of a notice, which are compared byte for byte. Everything but `der` and `noticeUrl` is for people; a test compares the digests. */
function pinned({ name, noticeUrl, certificates }: typeof notice2026): PinnedSigners {
  return { name, noticeUrl, certificates: certificates.map(({ der }) => Buffer.from(der, 'base64')) }
}
