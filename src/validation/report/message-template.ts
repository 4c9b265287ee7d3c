import { type CheckFacts, type FactValue, reportBounds, shortened, type TimeFact } from '#model'
import { writeInstant } from './write-instant.js'

/**
 * The texts of a check: its question, and the sentence that is shown when the check is not satisfied. `{fact}` is replaced by the fact. A part in square
 * brackets is left out when one of its facts is empty. Texts are for people and may change; the keys may not (`decisions.md#texts`).
 */
export interface Message {
  readonly question: string
  readonly answer: string
}

/** Values of facts, by fact name, and the words that a report shows for them. */
export const englishWords = {
  usage: {
    signature: 'signer',
    'time-stamp': 'time-stamping unit',
    ocsp: 'OCSP responder',
    crl: 'issuer of the revocation list',
  },
  kind: {
    content: 'content time-stamp',
    signature: 'signature time-stamp',
    'validation-data': 'time-stamp over the validation data',
    archive: 'archive time-stamp',
    document: 'document time-stamp',
    container: 'container time-stamp',
    ocsp: 'OCSP response',
    crl: 'certificate revocation list',
  },
  reason: {
    'not-accepted': 'it is not on the list of accepted algorithms',
    'key-too-small': 'the key is too short',
    'key-size-unknown': 'the size of the key is not known',
    'not-computable': 'it cannot be verified here',
  },
  link: {
    mismatch: 'was not signed by the authority that it names',
    'algorithm-unknown':
      'is signed with an algorithm that cannot be verified here, so it is not known whether the authority that it names signed it',
  },
  listed: {
    none: 'it is not in the document, and no trusted time-stamping unit is the one that the time-stamp names',
    several: 'it is not in the document, and several trusted time-stamping units with different keys are named so',
    'not-stated': 'it is not in the document, and the time-stamp does not state the digest of the trusted one that is named so',
    other:
      'it is not in the document, and the trusted time-stamping unit that is named so has another certificate than the time-stamp states',
  },
  nonce: {
    mismatch: 'it is the digest of something else',
    'not-digest-info': 'it is not a digest together with its algorithm',
    'algorithm-unknown': 'its algorithm is not known',
    absent: 'there is none',
  },
  aKind: {
    certificate: 'a certificate',
    ocsp: 'an OCSP response',
    crl: 'a certificate revocation list',
    message: 'the CMS message',
    'time-stamp': 'a time-stamp',
  },
  form: {
    der: 'the value is a pair of integers in DER, where the format wants r and s one behind the other',
    raw: 'the value is r and s one behind the other, where the format wants a pair of integers in DER',
    'not-der': 'the value is no pair of integers in DER',
    length: 'the value is not as long as the key and the algorithm require',
    'other-key': 'the algorithm needs a key of another kind than that of the certificate',
  },
  unreadable: {
    '2.5.29.15': 'keyUsage',
    '2.5.29.19': 'basicConstraints',
    '2.5.29.37': 'extKeyUsage',
    '1.3.6.1.5.5.7.48.1.5': 'ocsp-nocheck',
  },
  leftOut: {
    comments: 'its comments, so they may have been changed',
    declarations:
      'declarations of namespaces that no element or attribute is in, so the meaning of values that use them may have been changed',
    elements: 'elements of it that a transform removes, so they may have been changed',
    writing:
      'how it is written; the signature does not state that it is XML, and programs that read it in another way may show something else',
  },
  manifest: {
    missing: 'no manifest of the container names it',
    several: 'several manifests of the container name it',
    unreadable: 'a manifest of the container cannot be read',
    repeats: 'its manifest names a file more than once',
  },
  defect: {
    value: 'its value does not verify',
    elsewhere: 'it is over something else than this signature, or has been changed',
    'no-certificate': 'the certificate of its signer is not in the signature',
    algorithm: 'it uses an algorithm that is not known here, or a key that cannot be used with it',
    unreadable: 'it cannot be read',
  },
  deviation: {
    'sub-filter': 'its SubFilter is not ETSI.CAdES.detached',
    'no-sub-filter': 'it has no SubFilter',
    'signing-time': 'it has the signing-time attribute, which PAdES forbids',
    'two-signing-certificate-attributes': 'it has both signing-certificate attributes, of which PAdES allows one',
    'signer-not-in-message': 'the certificate of the signer is not in its CMS message, but elsewhere in the file',
  },
  missing: {
    container: 'is not among the data files of the container',
    'signature-file': 'is not there',
    'not-given': 'is not in the document and was not given beside it',
    'not-followed': 'cannot be found: references of this form are not followed',
    pdf: 'cannot be determined',
  },
  difference: {
    form: 'its name is written in another Unicode form',
    invisible: 'its name differs in a character that is not shown',
  },
  situation: {
    'not-found': 'is not in the signature',
    unreadable: 'cannot be read',
    elsewhere: 'is in the signature, but not in KeyInfo, where it has to be',
  },
  place: {
    'key-info': 'KeyInfo',
    'certificate-values': 'CertificateValues',
    'attribute-certificate-values': 'AttrAuthoritiesCertValues',
    'time-stamp-validation-data': 'TimeStampValidationData',
    'time-stamp-token': 'a time-stamp',
    'ocsp-response': 'an OCSP response',
    'revocation-values': 'RevocationValues',
    'attribute-revocation-values': 'AttributeRevocationValues',
    'cms-signed-data': 'the CMS message',
    'dss-dictionary': 'the DSS dictionary',
  },
  found: {
    none: 'no revocation data',
    unreadable: 'its revocation data cannot be used',
    'cms-signed-data': 'its revocation data stand in the CMS message, and not in the DSS dictionary, where level LT requires them',
    elsewhere: 'its revocation data stand where level LT does not allow them',
  },
  outlook: {
    'can-be-added': 'they can be added, and the signature validated again',
    'short-term':
      'the certificate says that its validity is assured for a short term (EN 319 412-1), so no revocation data about it are issued and none can be added',
    'not-issued': 'the certificate says that its authority issues no revocation data about it (noRevAvail, RFC 9608), so none can be added',
  },
  repeats: {
    id: 'identifier',
    content: 'content',
  },
} as const

/** The words of a language for the values of facts: complete, because a value without its word would be shown in English. */
export type Words = {
  readonly [Fact in keyof typeof englishWords]: Readonly<Record<keyof (typeof englishWords)[Fact], string>>
}

/** Beginnings of facts that are phrases, and what the language writes instead of each. */
type Beginnings = Readonly<Record<'object', readonly (readonly [english: string, written: string])[]>>

/**
 * Facts that are sentences of a reader, and what the language writes instead: each phrase with `{0}` and `{1}` for what stands there of the document. A fact may be
 * two phrases with a colon between them.
 */
type Phrases = Readonly<Record<'description', readonly (readonly [english: string, written: string])[]>>

/** How a language writes facts. */
export interface FactTexts {
  readonly words: Words
  readonly beginnings: Beginnings
  readonly phrases: Phrases
}

const english: FactTexts = { words: englishWords, beginnings: { object: [] }, phrases: { description: [] } }

/** Facts whose values have the words of another fact: kinds of time-stamps. */
const sameWords: Readonly<Record<string, string>> = { first: 'kind', second: 'kind' }

/** Fills a template with facts. Values come from documents: each is shortened to `messageCharacters` and never interpreted as a template. */
export function fillTemplate(template: string, facts: CheckFacts, language: FactTexts = english): string {
  return template
    .split(/(\[[^\]]*\])/)
    .map((part) => {
      if (!part.startsWith('[')) return fill(part, facts, language)
      const names = [...part.matchAll(new RegExp(placeholder))].map(([, name = '']) => name)
      return names.every((name) => textOf(name, facts[name], language) !== '') ? fill(part.slice(1, -1), facts, language) : ''
    })
    .join('')
}

const placeholder = /\{(\w+)\}/g

function fill(text: string, facts: CheckFacts, language: FactTexts): string {
  return text.replace(placeholder, (_, name: string) => textOf(name, facts[name], language) || '–')
}

function textOf(name: string, value: CheckFacts[string] | undefined, { words, beginnings, phrases }: FactTexts): string {
  if (value === undefined || value === null) return ''
  const text = isTime(value) ? writeInstant(value.instant) : typeof value === 'object' ? value.join(', ') : String(value)
  const known: Readonly<Record<string, string>> = ownOf(words, sameWords[name] ?? name) ?? {}
  const word = ownOf(known, text)
  if (word !== undefined) return word
  const translated = inPhrases(text, ownOf<Phrases[keyof Phrases]>(phrases, name) ?? [])
  if (translated !== null) return shortened(translated, reportBounds.messageCharacters)
  const [begins, written] = ownOf<Beginnings[keyof Beginnings]>(beginnings, name)?.find(([each]) => text.startsWith(each)) ?? ['', '']
  return shortened(written + text.slice(begins.length), reportBounds.messageCharacters)
}

/** Characters of a fact above which no phrase is looked for. */
const longestPhrase = 2_000

/** Null where no phrase is the text or one side of its colon. Names of the document may hold anything, a colon too: the whole text is tried first. */
function inPhrases(text: string, phrases: Phrases[keyof Phrases]): string | null {
  if (text.length > longestPhrase) return null
  for (const [phrase, written] of phrases) {
    const found = matcherOf(phrase).exec(text)
    if (found !== null) return written.replace(/\{(\d)\}/g, (_, at: string) => found[Number(at) + 1] ?? '')
  }
  const colon = text.indexOf(': ')
  if (phrases.length === 0 || colon < 0) return null
  const sides = [text.slice(0, colon), text.slice(colon + 2)] as const
  const [before, behind] = sides.map((side) => inPhrases(side, phrases))
  return before === null && behind === null ? null : `${before ?? sides[0]}: ${behind ?? sides[1]}`
}

const matchers = new Map<string, RegExp>()

/** Matches a phrase. A gap at its beginning is a key of the document and holds no blank, one at its end a type or number: no other sentence is taken for the phrase. */
function matcherOf(phrase: string): RegExp {
  const known = matchers.get(phrase)
  if (known !== undefined) return known
  const pattern = phrase
    .replace(/[()/.]/g, '\\$&')
    .replace(/^\{\d\}/, '(\\S+)')
    .replace(/\{\d\}$/, '([^:"]+)')
    .replace(/\{\d\}/g, '([^]+)')
  const made = new RegExp(`^${pattern}$`)
  matchers.set(phrase, made)
  return made
}

function isTime(value: FactValue): value is TimeFact {
  return typeof value === 'object' && value !== null && 'instant' in value
}

/** An own member: names and values come from documents too, and one may be `constructor`. */
function ownOf<T>(of: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(of, name) ? of[name] : undefined
}
