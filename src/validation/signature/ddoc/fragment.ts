import { canonicalize, type XmlElement } from '#readers/xml'
import { XMLDSIG_NAMESPACE } from '#readers/xmldsig'
import type { DdocSignatureRules } from './rules.js'

/** The canonicalization that is used for every signature, whatever method it states: the libraries that wrote DIGIDOC-XML had only this one. */
const method = { algorithm: 'c14n10', comments: false } as const
const none: ReadonlyMap<string, string> = new Map()
const xmldsig: ReadonlyMap<string, string> = new Map([['', XMLDSIG_NAMESPACE]])

/** The canonical forms of an element that writers of the version signed. A generator, because nearly always the first form verifies. */
export function* canonicalForms(element: XmlElement, { fragments }: DdocSignatureRules): Iterable<Buffer> {
  for (const fragment of fragments) {
    if (fragment === 'document') yield canonicalize(element, method)
    else yield canonicalize(element, method, { fragmentNamespaces: fragment === 'none' ? none : xmldsig })
  }
}
