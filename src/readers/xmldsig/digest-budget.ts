import { XmldsigError } from './xmldsig-error.js'

/**
 * Bounds the octets that are canonicalized and digested. The work for a reference depends on the size of the object that it designates: 2,000 references fit
 * into 270 KB, and each of them may designate the same megabyte.
 */
export class DigestBudget {
  #left: number

  /** @param octets bound for all uses of this budget together */
  constructor(octets: number) {
    this.#left = octets
  }

  /** Counts octets. Throws `XmldsigError` XMLDSIG_TOO_MUCH_DATA, with `limit`, when the bound is reached. */
  take(octets: number): void {
    this.#left -= octets
    if (this.#left < 0) throw new XmldsigError('XMLDSIG_TOO_MUCH_DATA', 'References ask for more data to be digested than is allowed')
  }
}
