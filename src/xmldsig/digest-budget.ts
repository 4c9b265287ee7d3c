import { XmldsigError } from './xmldsig-error.js'

/**
 * Octets that may still be canonicalized and digested. A reference costs what it designates, not what it is long: two thousand of them fit into 270 KB and
 * may each ask for the same megabyte.
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
