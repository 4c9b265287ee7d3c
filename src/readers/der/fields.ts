import { Asn1Error } from './asn1-error.js'
import { type Asn1Element, readElement, unexpected } from './element.js'

/**
 * Reads the values inside a constructed value one after the other, in the order of the definition of the structure. Throws `Asn1Error` where they differ from
 * it.
 */
export class Fields {
  private readonly parent: Asn1Element
  private position: number
  private ahead: Asn1Element | null = null

  constructor(parent: Asn1Element) {
    if (!parent.constructed) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'a constructed value is expected', parent.start)
    this.parent = parent
    this.position = parent.contentStart
  }

  /** Identifier of the next value; -1 at the end. */
  peek(): number {
    this.ahead ??= this.any()
    return this.ahead?.identifier ?? -1
  }

  /** The next value, of any type; null at the end. */
  any(): Asn1Element | null {
    const { ahead, parent } = this
    this.ahead = null
    if (ahead !== null) return ahead
    if (this.position >= parent.contentEnd) return null
    const element = readElement(parent.source, this.position, parent.contentEnd, parent.depth + 1)
    this.position = element.end
    return element
  }

  /** The next value, which must exist and have this identifier. `what` names the value for the error. */
  next(identifier: number, what: string): Asn1Element {
    const element = this.any()
    if (element?.identifier === identifier) return element
    throw element === null ? this.missing(what) : unexpected(element, what)
  }

  /** The next value, which must exist. `what` names the value for the error. */
  required(what: string): Asn1Element {
    const element = this.any()
    if (element === null) throw this.missing(what)
    return element
  }

  /** The next value if it has this identifier; otherwise null, and the position does not change. */
  optional(identifier: number): Asn1Element | null {
    return this.peek() === identifier ? this.any() : null
  }

  /** Checks that no value follows. */
  end(): void {
    const element = this.any()
    if (element !== null) throw Asn1Error.finding('ASN1_UNEXPECTED_ELEMENT', 'the structure has one value too many', element.start)
  }

  private missing(what: string): Asn1Error {
    return Asn1Error.finding('ASN1_MISSING_ELEMENT', `${what} is missing`, this.parent.contentEnd)
  }
}

/** The values of a SEQUENCE OF or SET OF. Throws `Asn1Error`. */
export function elementsOf(parent: Asn1Element): Asn1Element[] {
  const fields = new Fields(parent)
  const elements: Asn1Element[] = []
  for (let element = fields.any(); element !== null; element = fields.any()) elements.push(element)
  return elements
}

/** The only value inside an explicit tag, which must have this identifier. Throws `Asn1Error`. */
export function explicitContent(tagged: Asn1Element, identifier: number, what: string): Asn1Element {
  const fields = new Fields(tagged)
  const element = fields.next(identifier, what)
  fields.end()
  return element
}
