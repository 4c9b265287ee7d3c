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
    'number-without-namespace',
    'A serial number of the responder without namespace',
    'likewise in the references to certificates',
    { unsignedProperties: (xml) => xml.replace(/<X509SerialNumber xmlns="[^"]*"/, '<X509SerialNumber') },
    passes('LT_TM', 'ddoc-issuer-namespace'),
    { fixture: false },
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
  malformed('doctype', 'A document type declaration', 'decisions.md#malformed-document', (xml) =>
    xml.replace('<SignedDoc', '<!DOCTYPE SignedDoc [<!ENTITY x "y">]>\n<SignedDoc'),
  ),
  malformed('not-well-formed', 'An element that is not closed', 'decisions.md#malformed-document', (xml) => xml.replace('</KeyInfo>', '')),
  malformed('other-root', 'Another root element', 'decisions.md#malformed-document', (xml) => xml.replace(/SignedDoc/g, 'SignedDocument')),
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
  ...(
    [
      ['entity', 'An entity that nobody declared', 'decisions.md#malformed-document', (xml) => xml.replace('leping.txt', 'leping&x;.txt')],
      [
        'external-doctype',
        'A document type declaration with an address',
        'nothing is fetched',
        (xml) => xml.replace('<SignedDoc', '<!DOCTYPE SignedDoc SYSTEM "http://dtd.example/a.dtd"><SignedDoc'),
      ],
      ['other-encoding', 'An encoding that is not read', 'errors 73 and 74', (xml) => xml.replace('"UTF-8"', '"windows-1253"')],
      ['control-character', 'A control character in a name', 'XML 1.0 2.2', (xml) => xml.replace('leping.txt', 'leping\u0001.txt')],
      ['no-format', 'No format', 'error 13', (xml) => xml.replace(' format="DIGIDOC-XML"', '')],
      ['no-version', 'No version', 'error 13', (xml) => xml.replace(' version="1.3"', '')],
      [
        'detached-otherwise',
        'A file outside the document, in the other spelling',
        'error 105',
        (xml) => xml.replace('EMBEDDED_BASE64', 'DETACHED'),
      ],
      ['no-content-type', 'A file without ContentType', 'error 105', (xml) => xml.replace(' ContentType="EMBEDDED_BASE64"', '')],
      [
        'two-key-certificates',
        'Two certificates in KeyInfo',
        'error 75: one would be shown and one used',
        (xml) => xml.replace(/<X509Certificate>[\s\S]*<\/X509Certificate>/, '$&$&'),
      ],
      ['two-key-infos', 'Two KeyInfo', 'error 75', (xml) => xml.replace(/<KeyInfo>[\s\S]*<\/KeyInfo>/, '$&$&')],
      ['two-values', 'Two signature values', 'error 75', (xml) => xml.replace(/<SignatureValue [\s\S]*<\/SignatureValue>/, '$&$&')],
      ['two-objects', 'Two Object', 'error 75: signature wrapping', (xml) => xml.replace(/<Object>[\s\S]*<\/Object>/, '$&$&')],
      ['two-times', 'Two signing times', 'error 75', (xml) => xml.replace(/<SigningTime>[\s\S]*<\/SigningTime>/, '$&$&')],
      ['no-value', 'No signature value', 'error 75', (xml) => xml.replace(/<SignatureValue [\s\S]*<\/SignatureValue>/, '')],
      ['no-properties', 'No SignedProperties', 'error 75', (xml) => xml.replace(/<SignedProperties [\s\S]*<\/SignedProperties>/, '')],
      [
        'file-in-signature',
        'A file inside a signature',
        'error 75',
        (xml) =>
          xml
            .replace(/<DataFile [\s\S]*<\/DataFile>\n/, '')
            .replace('<Object>', () => `${/<DataFile [\s\S]*<\/DataFile>/.exec(xml)?.[0] ?? ''}<Object>`),
      ],
      [
        'signature-in-signature',
        'A signature inside a signature',
        'error 75: signature wrapping',
        (xml) => xml.replace('<Object>', () => `${/<Signature [\s\S]*<\/Signature>/.exec(xml)?.[0] ?? ''}<Object>`),
      ],
      [
        'unsigned-in-signed',
        'The confirmation inside what is signed',
        'error 75',
        (xml) => xml.replace('</SignedProperties>', '').replace('</UnsignedProperties>', '</UnsignedProperties></SignedProperties>'),
      ],
      ['cut', 'The second half is missing', 'decisions.md#malformed-document', (xml) => xml.slice(0, xml.length / 2)],
      ['behind', 'Text behind the document', 'decisions.md#malformed-document', (xml) => `${xml}lõpp`],
    ] as const satisfies readonly (readonly [string, string, string, (xml: string) => string])[]
  ).map(([id, what, why, tamper]) => document(id, what, why, { tamper }, 'malformed', { fixture: false })),
]
