import { XmldsigError } from './xmldsig-error.js'

/**
 * Octets that may still be canonicalized and digested. The cost of a reference is the size of what it designates: 2,000 references fit into 270 KB, and
 * each of them may designate the same megabyte.
 */
export class DigestBudget {
  #left: number

  /** @param octets over everything that shares the budget */
  constructor(octets: number) {
    this.#left = octets
  }

  /** Throws XmldsigError, as a bound that was reached. */
  take(octets: number): void {
    this.#left -= octets
    if (this.#left < 0) throw new XmldsigError('XMLDSIG_TOO_MUCH_DATA', 'References ask for more data to be digested than is allowed')
  }
}
