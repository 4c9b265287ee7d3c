import { type SubtreeC14NOptions, XmlDocument } from 'libxml2-wasm'

/** Canonicalizations that signatures use, by their identifiers. */
export const canonicalizations = {
  c14n10: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315',
  c14n10WithComments: 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315#WithComments',
  c14n11: 'http://www.w3.org/2006/12/xml-c14n11',
  c14n11WithComments: 'http://www.w3.org/2006/12/xml-c14n11#WithComments',
  exclusive: 'http://www.w3.org/2001/10/xml-exc-c14n#',
  exclusiveWithComments: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments',
} as const
export type Canonicalization = keyof typeof canonicalizations

/** XmlC14NMode of libxml2. */
const modes: Readonly<Record<string, NonNullable<SubtreeC14NOptions['mode']>>> = { c14n10: 0, exclusive: 1, c14n11: 2 }

const namespaces = {
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  xades141: 'http://uri.etsi.org/01903/v1.4.1#',
}

/** A parsed document from which canonical octets are taken. libxml2 does the work, independently of the service. */
export class CanonicalDocument implements Disposable {
  readonly #document: XmlDocument

  constructor(xml: string) {
    this.#document = XmlDocument.fromString(xml)
  }

  /** Canonical octets of the first element that the XPath finds, taken in its place in the document. */
  octets(xpath: string, method: Canonicalization): Buffer {
    const [octets] = this.all(xpath, method)
    if (octets === undefined) throw new Error(`nothing at ${xpath}`)
    return octets
  }

  /** Canonical octets of every element that the XPath finds. */
  all(xpath: string, method: Canonicalization): Buffer[] {
    const options = { mode: modes[method.replace('WithComments', '')] ?? 0, withComments: method.endsWith('WithComments') }
    return this.#document.find(xpath, namespaces).map((node) => Buffer.from(node.canonicalizeToString(options), 'utf8'))
  }

  [Symbol.dispose](): void {
    this.#document.dispose()
  }
}
