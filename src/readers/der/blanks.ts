import { Asn1Error, orAsn1Error } from './asn1-error.js'
import { octetAt, openFirst } from './element.js'
import { type Asn1Limits, DER, type EncodingRules } from './encoding-rules.js'

/** Any length of BER, to find the end of a value. The reader of the structure then applies its own rules. */
const ANY_LENGTH: EncodingRules = { ...DER, indefiniteLength: true, nonMinimalLength: true }

/** A value without the blank octets behind it. */
interface ValueBeforeBlanks {
  readonly encoding: Buffer
  /** Octets behind the value: white space of XML and zeros. */
  readonly blanks: number
}

/**
 * The value at the start of octets that end with white space or zeros, as an editor or a padded place leaves them. No program reads these octets as content, and
 * the signature on the value does not cover them. When any other octet stands behind the value, or more than `maxBlanks`, all octets are returned, so that
 * the reader of the structure refuses them; so it does with octets that are no value.
 *
 * @throws Asn1Error when a bound is reached
 */
export function withoutBlanksBehind(octets: Buffer, limits: Asn1Limits, maxBlanks: number): ValueBeforeBlanks {
  const whole = { encoding: octets, blanks: 0 }
  // Most values end with another octet, and need not be opened here.
  if (octets.length === 0 || !isBlank(octetAt(octets, octets.length - 1))) return whole
  const first = orAsn1Error(() => openFirst(octets, limits, ANY_LENGTH))
  if (first instanceof Asn1Error) return whole
  const blanks = octets.length - first.end
  if (blanks === 0 || blanks > maxBlanks) return whole
  for (let at = first.end; at < octets.length; at++) if (!isBlank(octetAt(octets, at))) return whole
  return { encoding: octets.subarray(0, first.end), blanks }
}

/** Zero, tab, line feed, carriage return or space. */
function isBlank(octet: number): boolean {
  return octet === 0x00 || octet === 0x09 || octet === 0x0a || octet === 0x0d || octet === 0x20
}
