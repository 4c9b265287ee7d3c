import { passes, type Sample } from '../../samples/sample.js'
import { ddocPki } from '../pki.js'
import { document, signature } from './ddoc-sample.js'

export const notices: readonly Sample[] = [
  signature(
    'issuer-without-namespace',
    'An issuer name without namespace',
    'hashed as it stands, so only untidy',
    { signedProperties: (xml) => xml.replace(/<X509IssuerName xmlns="[^"]*"/, '<X509IssuerName') },
    passes('LT_TM', 'ddoc-issuer-namespace'),
  ),
  signature(
    'test-certificate',
    'A certificate of an authority for tests',
    'a notice',
    { signer: ddocPki.testSigner },
    passes('LT_TM', 'ddoc-live-certificates'),
    { trust: 'estonian' },
  ),
]

const malformed = (id: string, what: string, why: string, tamper: (xml: string) => string): Sample =>
  document(id, what, why, { tamper }, 'malformed')
export const unreadable: readonly Sample[] = [
  malformed('doctype', 'A document type declaration', 'ruling 49', (xml) =>
    xml.replace('<SignedDoc', '<!DOCTYPE SignedDoc [<!ENTITY x "y">]>\n<SignedDoc'),
  ),
  malformed('not-well-formed', 'An element that is not closed', 'ruling 49', (xml) => xml.replace('</KeyInfo>', '')),
  malformed('other-root', 'Another root element', 'ruling 28', (xml) => xml.replace(/SignedDoc/g, 'SignedDocument')),
  malformed('version-1.4', 'A version that never left development', 'error 13', (xml) => xml.replace('version="1.3"', 'version="1.4"')),
  malformed('format-and-version', 'SK-XML of version 1.3', 'error 13', (xml) => xml.replace('"DIGIDOC-XML"', '"SK-XML"')),
  malformed('embedded-xml', 'A file embedded as XML', 'error 105', (xml) => xml.replace('EMBEDDED_BASE64', 'EMBEDDED')),
  malformed('detached', 'A file outside the document', 'error 105: nothing outside is ever opened', (xml) =>
    xml.replace('EMBEDDED_BASE64', 'DETATCHED'),
  ),
  malformed('nested', 'A document inside the document', 'error 75', (xml) =>
    xml.replace(/<SignedDoc[\s\S]*<\/SignedDoc>/, (whole) => whole.replace('</SignedDoc>', `${whole}</SignedDoc>`)),
  ),
  malformed('two-signed-infos', 'Two SignedInfo', 'error 75: signature wrapping', (xml) =>
    xml.replace(/<SignedInfo[\s\S]*<\/SignedInfo>/, '$&$&'),
  ),
  malformed('two-properties', 'Two SignedProperties', 'error 75: signature wrapping', (xml) =>
    xml.replace(/<SignedProperties [\s\S]*<\/SignedProperties>/, '$&$&'),
  ),
  malformed('misplaced', 'A reference outside SignedInfo', 'error 75', (xml) =>
    xml.replace(/(<Reference [\s\S]*?<\/Reference>\n)([\s\S]*<\/SignedInfo>)/, '$2$1'),
  ),
  malformed('foreign-element', 'Signed properties in a foreign namespace', 'error 75', (xml) =>
    xml.replace(/xmlns="http:\/\/uri.etsi.org[^"]*"/g, 'xmlns="urn:muu"'),
  ),
  malformed('no-key-info', 'No KeyInfo', 'error 75', (xml) => xml.replace(/<KeyInfo>[\s\S]*<\/KeyInfo>/, '')),
  malformed('element-in-file', 'An element inside a file', 'error 75', (xml) => xml.replace('</DataFile>', '<a></a></DataFile>')),
]
