/** Everything that people read, in each language: the page, the printed report and the sentences about checks. A further language is one file, or one folder, and one line here. */
import type { CheckResult, FindingKey } from '#model'
import { fillTemplate } from '#validation/report'
import { english } from './en.js'
import { estonian } from './et/estonian.js'
import type { LanguageTexts } from './language.js'

export type { Advice, Counts, Kind, LanguageTexts, PageTexts, ReportTexts } from './language.js'
export { timeZoneOf, usualTimeZone } from './time-zone.js'

export const languages = { et: estonian, en: english } as const satisfies Readonly<Record<string, LanguageTexts>>

export type Language = keyof typeof languages

export const languageCodes = Object.keys(languages) as readonly Language[]

/** The sentence about a check that is not satisfied. */
export function sentenceOf({ key, facts }: Pick<CheckResult, 'key' | 'facts'>, language: Language): string {
  const texts: LanguageTexts = languages[language]
  const sentence = fillTemplate(texts.checks[key][1], facts, texts).replace(/(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)Z/g, '$1 $2 UTC')
  return sentence.charAt(0).toUpperCase() + sentence.slice(1)
}

/** The question that a check asks. */
export function questionIn(key: FindingKey, language: Language): string {
  return languages[language].checks[key][0]
}
