import { canonicalize, type XmlElement } from '#xml'
import { XMLDSIG_NAMESPACE } from '#xmldsig'
import type { DdocSignatureRules } from './rules.js'

/** Whatever method a signature names: the libraries that wrote DIGIDOC-XML knew only this one. */
const method = { algorithm: 'c14n10', comments: false } as const
const none: ReadonlyMap<string, string> = new Map()
const xmldsig: ReadonlyMap<string, string> = new Map([['', XMLDSIG_NAMESPACE]])

/** The octets that may have been signed for an element, each form made when it is asked for: nearly always the first is the one. */
export function* canonicalForms(element: XmlElement, { fragments }: DdocSignatureRules): Iterable<Buffer> {
  for (const fragment of fragments) {
    if (fragment === 'document') yield canonicalize(element, method)
    else yield canonicalize(element, method, { fragmentNamespaces: fragment === 'none' ? none : xmldsig })
  }
}
