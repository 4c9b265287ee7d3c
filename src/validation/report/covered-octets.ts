import type { PdfFacts } from '#model'

type Followed = PdfFacts['followedBy']

interface CoveredTexts {
  readonly octets: (ranges: string) => string
  readonly followedBy: Readonly<Record<Followed, (octets: number) => string>>
}

const texts: Readonly<Record<'en' | 'et', CoveredTexts>> = {
  en: {
    octets: (ranges) => `octets ${ranges}`,
    followedBy: {
      nothing: () => 'nothing follows',
      'validation-data': (octets) => `validation data or time-stamps follow (${octets} octets)`,
      'later-version': (octets) => `a later version follows (${octets} octets)`,
      'other-octets': (octets) => `octets that no version explains follow (${octets} octets)`,
    },
  },
  et: {
    octets: (ranges) => `baidid ${ranges}`,
    followedBy: {
      nothing: () => 'järgnevat ei ole',
      'validation-data': (octets) => `järgnevad kehtivusinfo või ajatemplid (${octets} baiti)`,
      'later-version': (octets) => `järgneb hilisem versioon (${octets} baiti)`,
      'other-octets': (octets) => `järgnevad baidid, mida ükski versioon ei seleta (${octets} baiti)`,
    },
  },
}

/** What a PDF signature covers and what follows it: `octets 0–2611, 21622–22475; nothing follows`. Null when it has no usable byte range. */
export function coveredText({ byteRange, followedBy, octetsBehind }: PdfFacts, language: 'en' | 'et' = 'en'): string | null {
  if (byteRange === null) return null
  const [first, firstLength, second, secondLength] = byteRange
  const ranges = [
    [first, firstLength],
    [second, secondLength],
  ] as const
  const shown = ranges.map(([start, length]) => `${start}–${start + length - 1}`).join(', ')
  return `${texts[language].octets(shown)}; ${texts[language].followedBy[followedBy](octetsBehind)}`
}
