import { canonicalize, type XmlElement } from '#xml'
import { XMLDSIG_NAMESPACE } from '#xmldsig'
import type { DdocSignatureRules } from './rules.js'

/** Used whatever method a signature names: the libraries that wrote DIGIDOC-XML had only this one. */
const method = { algorithm: 'c14n10', comments: false } as const
const none: ReadonlyMap<string, string> = new Map()
const xmldsig: ReadonlyMap<string, string> = new Map([['', XMLDSIG_NAMESPACE]])

/** The canonical forms of an element that writers of the version signed. A generator, because the first form nearly always verifies. */
export function* canonicalForms(element: XmlElement, { fragments }: DdocSignatureRules): Iterable<Buffer> {
  for (const fragment of fragments) {
    if (fragment === 'document') yield canonicalize(element, method)
    else yield canonicalize(element, method, { fragmentNamespaces: fragment === 'none' ? none : xmldsig })
  }
}
