import { agreement, dataFile, signedContainer } from '../asice.js'
import { CanonicalDocument, canonicalizations } from '../canonical.js'
import { digestUris, namespaces } from '../identifiers.js'
import type { ReferenceOptions } from '../signature-options.js'
import { hash } from '../signing.js'
import { base64, element, writeXml } from '../xml-text.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

/** Changes the first reference, which is that of the data file. */
const firstReference =
  (changes: Partial<ReferenceOptions>) =>
  ([first, ...rest]: readonly ReferenceOptions[]): readonly ReferenceOptions[] =>
    first === undefined ? rest : [{ ...first, ...changes }, ...rest]

const changed = dataFile(agreement.name, agreement.content.toString().replace('120 eurot', '12 eurot!'))
const second = dataFile('lisa.txt', 'Lisaks annab müüja ostjale kaasa pumba.\n')

/** A signature over the agreement and over a ds:Manifest, which names another file with a digest. */
function withManifest(uri: string, content: Buffer, type: string | null = `${namespaces.ds}Manifest`): Buffer {
  const digest = [element('ds:DigestMethod', { Algorithm: digestUris.sha256 }), base64('ds:DigestValue', hash('sha256', content))]
  const manifest = element('ds:Manifest', { Id: 'S0-Manifest' }, element('ds:Reference', { URI: uri }, digest))
  const object = writeXml(element('ds:Object', {}, manifest), { indent: null, base64Lines: false, breaksIn: [] })
  const declarations = (['asic', 'ds', 'xades'] as const).map((prefix) => ` xmlns:${prefix}="${namespaces[prefix]}"`).join('')
  using document = new CanonicalDocument(`<a${declarations}>${object}</a>`)
  const digestValue = hash('sha256', document.octets('//ds:Manifest', 'c14n10'))
  const reference = { id: null, uri: '#S0-Manifest', type, transforms: [], digest: 'sha256', digestValue, mimeType: null } as const
  return signedContainer(
    { references: (references) => [...references, reference], edit: (xml) => xml.replace('</ds:Signature>', `${object}</ds:Signature>`) },
    { files: [agreement, second], signedFiles: [agreement] },
  )
}
const notCovered = ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files']

/** What a signature says about its data, and where that is not so. */
export const signedDataSamples: readonly Sample[] = [
  sample(
    'data-file-changed',
    {
      what: 'One word of the data file was changed after signing',
      why: 'digest of a data file',
      document: () => signedContainer({}, { files: [changed], signedFiles: [agreement] }),
      fixture: true,
    },
    fails('LT', 'HASH_FAILURE', ['signed-data-intact']),
  ),
  sample(
    'time-mark-data-file-changed',
    {
      what: 'The same under a time-mark',
      why: 'digest of a data file',
      document: () => signedContainer({ level: 'LT-TM' }, { files: [changed], signedFiles: [agreement] }),
      extension: 'bdoc',
    },
    fails('LT_TM', 'HASH_FAILURE', ['signed-data-intact']),
  ),
  sample(
    'data-file-missing',
    {
      what: 'One of two data files was removed, manifest entry and all',
      why: 'a referenced file is missing',
      document: () => signedContainer({}, { files: [agreement], signedFiles: [agreement, second] }),
      fixture: true,
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
  ),
  sample(
    'data-file-renamed',
    {
      what: 'The data file was renamed',
      why: 'the reference names another file',
      document: () => signedContainer({}, { files: [dataFile('leping2.txt', agreement.content)], signedFiles: [agreement] }),
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'data-file-renamed-as-encoded',
    {
      what: 'The data file was given the encoded form of its name',
      why: 'the reference names the file with the space; the name is signed',
      document: () =>
        signedContainer({}, { files: [dataFile('minu%20leping.txt', 'ostan')], signedFiles: [dataFile('minu leping.txt', 'ostan')] }),
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'data-file-name-in-other-case',
    {
      what: 'The reference writes the file name in capitals',
      why: 'BDOC 2.1: names are compared exactly',
      document: () => signedContainer({ references: firstReference({ uri: 'LEPING.TXT' }) }),
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'reference-outside-http',
    {
      what: 'A reference to an http address',
      why: 'only entries of the container and elements of the signature are signed data; nothing is fetched',
      document: () => signedContainer({ references: firstReference({ uri: 'http://127.0.0.1:9/leping.txt' }) }),
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'reference-outside-file',
    {
      what: 'A reference to a file of the machine',
      why: 'no file is ever opened',
      document: () => signedContainer({ references: firstReference({ uri: 'file:///etc/hostname' }) }),
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  ...[
    'http://www.w3.org/TR/1999/REC-xpath-19991116',
    'http://www.w3.org/TR/1999/REC-xslt-19991116',
    'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
    'http://www.w3.org/2000/09/xmldsig#base64',
  ].map((transform) =>
    sample(
      `transform-${/[a-z0-9]+(?=-|$)/.exec(transform.slice(transform.lastIndexOf('/') + 1).replace(/^REC-|^xmldsig#/, ''))?.[0] ?? ''}`,
      {
        what: `The data reference has the transform ${transform}`,
        why: 'BDOC 2.1: only a canonicalization of the signed properties is a transform; others are refused, never executed',
        document: () => signedContainer({ references: firstReference({ transforms: [transform] }) }),
        fixture: transform.includes('xslt'),
      },
      isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-transforms-supported']),
    ),
  ),
  sample(
    'transform-canonicalization-with-comment',
    {
      what: 'The data reference covers the canonical form of an XML file that has a comment',
      why: 'XMLDSIG 4.4.3.4: the form leaves the comment out; a warning',
      document: () =>
        signedContainer(
          {
            references: firstReference({
              transforms: ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315'],
              digestValue: hash('sha256', Buffer.from('<arve></arve>')),
            }),
          },
          { files: [dataFile('arve.xml', '<arve><!-- 120 eurot --></arve>', 'application/xml')] },
        ),
    },
    passes('LT', 'signed-data-wholly-covered'),
  ),
  sample(
    'manifest-of-the-signature',
    {
      what: 'A second file is named by a ds:Manifest that the signature covers',
      why: 'decisions.md#xml-manifests: not wrong, and not signed',
      document: () => withManifest('lisa.txt', second.content),
    },
    passes('LT'),
    notCovered,
  ),
  sample(
    'manifest-of-the-signature-file-changed',
    {
      what: 'A file that a ds:Manifest of the signature names was changed',
      why: 'decisions.md#xml-manifests: its digest differs',
      document: () => withManifest('lisa.txt', changed.content),
    },
    fails('LT', 'HASH_FAILURE', ['signed-data-intact']),
    notCovered,
  ),
  sample(
    'manifest-of-the-signature-without-type',
    {
      what: 'The same, and the reference does not say that it is one to a manifest',
      why: 'the Type is advice (XML Signature 1.1 4.4.3); the element is a manifest',
      document: () => withManifest('lisa.txt', changed.content, null),
    },
    fails('LT', 'HASH_FAILURE', ['signed-data-intact']),
    notCovered,
  ),
  sample(
    'manifest-of-the-signature-file-missing',
    {
      what: 'A ds:Manifest of the signature names a file that is not there',
      why: 'decisions.md#xml-manifests',
      document: () => withManifest('puudub.txt', changed.content),
    },
    passes('LT'),
    notCovered,
  ),
  sample(
    'signed-properties-changed',
    {
      what: 'The role was changed after signing',
      why: 'digest of the signed properties',
      document: () => signedContainer({ roles: ['praktikant'], tamper: (xml) => xml.replace('praktikant', 'direktor') }),
      fixture: true,
    },
    fails('LT', 'HASH_FAILURE', ['signed-properties-intact']),
  ),
  sample(
    'signed-properties-not-referenced',
    {
      what: 'No reference names the signed properties',
      why: 'signed properties not referenced',
      document: () => signedContainer({ references: (references) => references.filter(({ digestValue }) => digestValue !== null) }),
      fixture: true,
    },
    fails('LT', 'FORMAT_FAILURE', ['signed-properties-referenced', 'signing-certificate-reference-signed']),
  ),
  sample(
    'signed-properties-referenced-without-type',
    {
      what: 'The reference to the signed properties has no Type',
      why: 'EN 319 132-1 4.4.2: the Type makes it the reference to the signed properties',
      document: () => signedContainer({ references: (references) => references.map((reference) => ({ ...reference, type: null })) }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signed-properties-referenced', 'signing-certificate-reference-signed']),
  ),
  sample(
    'signed-properties-referenced-twice',
    {
      what: 'Two references of the type of signed properties',
      why: 'BDOC 2.1: exactly one',
      document: () =>
        signedContainer({
          references: (references) => [...references, ...references.slice(-1).map((reference) => ({ ...reference, id: 'S0-again' }))],
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signed-properties-referenced']),
  ),
  sample(
    'signature-value-changed',
    {
      what: 'One bit of the signature value is wrong',
      why: 'signature value',
      document: () => signedContainer({ tamperValue: flipLast }),
      fixture: true,
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  sample(
    'signature-value-with-element',
    {
      what: 'An element stands inside the signature value',
      why: 'XML Signature 1.1 4.3: the value is text; one reader would take the text of the element along',
      document: () =>
        signedContainer({ tamper: (xml) => xml.replace(/(<ds:SignatureValue[^>]*>[^<]{20})/, '$1<ds:Object>AAAA</ds:Object>') }),
      fixture: true,
    },
    fails('LT', 'FORMAT_FAILURE', ['signature-structure', 'signature-value-intact', 'existence-proven', 'time-stamp-imprint-intact']),
  ),
  sample(
    'signature-value-with-comment',
    {
      what: 'A comment stands inside the signature value',
      why: 'XML Signature 1.1 4.3: it is no part of the text, nor of the canonical form',
      document: () => signedContainer({ tamper: (xml) => xml.replace(/(<ds:SignatureValue[^>]*>[^<]{20})/, '$1<!-- AAAA -->') }),
    },
    passes('LT'),
  ),
  sample(
    'digest-value-with-element',
    {
      what: 'An element stands inside a digest value',
      why: 'XML Signature 1.1 4.4.3.6: the value is text',
      document: () => signedContainer({ edit: (xml) => xml.replace(/(<ds:DigestValue>[^<]{8})/, '$1<ds:X/>') }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signature-structure', 'signed-data-intact']),
  ),
  sample(
    'confirmation-with-element',
    {
      what: 'An element stands inside the encoded confirmation',
      why: 'a value in base64 is text',
      document: () => signedContainer({ tamper: (xml) => xml.replace(/(<xades:EncapsulatedOCSPValue[^>]*>[^<]{20})/, '$1<xades:X/>') }),
    },
    isIndeterminate('T', 'TRY_LATER', ['revocation-data-available', 'revocation-data-in-signature'], ['revocation-data-readable']),
  ),
  sample(
    'key-info-behind-objects',
    {
      what: 'KeyInfo was moved behind the objects',
      why: 'XML Signature 1.1 4.1: the schema has an order, and verifiers rely on it',
      document: () => signedContainer({ tamper: (xml) => xml.replace(/(<ds:KeyInfo>.*<\/ds:KeyInfo>)(.*)(?=<\/ds:Signature>)/s, '$2$1') }),
    },
    fails('LT', 'FORMAT_FAILURE', ['signature-structure']),
  ),
  sample(
    'signing-time-with-element',
    {
      what: 'An element stands inside the signing time',
      why: 'the value is text; readers differ in what it says',
      document: () => signedContainer({ edit: (xml) => xml.replace('T10:00:00Z', '<ds:X/>T10:00:00Z') }),
    },
    isIndeterminate('LT', 'SIG_CONSTRAINTS_FAILURE', ['signing-time-present']),
  ),
  sample(
    'signature-value-empty',
    {
      what: 'The signature value is empty',
      why: 'signature value',
      document: () => signedContainer({ tamperValue: () => Buffer.alloc(0) }),
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  sample(
    'signature-value-zero',
    {
      what: 'ECDSA value of zeros',
      why: 'r and s are at least 1: a verifier that forgets this accepts it for every document',
      document: () => signedContainer({ tamperValue: (value) => Buffer.alloc(value.length) }),
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  sample(
    'signed-info-changed',
    {
      what: 'The Id of a reference in SignedInfo was changed',
      why: 'SignedInfo is what is signed',
      document: () => signedContainer({ tamper: (xml) => xml.replaceAll('S0-RefIdSP', 'S0-RefIdXP') }),
    },
    fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']),
  ),
  sample(
    'canonicalization-unknown',
    {
      what: 'SignedInfo names a canonicalization that nobody knows',
      why: 'XMLDSIG 4.4.1: what is not known is not executed',
      document: () =>
        signedContainer({
          edit: (xml) =>
            xml.replace(
              `<ds:CanonicalizationMethod Algorithm="${canonicalizations.c14n11}"/>`,
              '<ds:CanonicalizationMethod Algorithm="http://example.org/c14n"/>',
            ),
        }),
    },
    fails('LT', 'FORMAT_FAILURE', ['canonicalization-supported']),
  ),
  sample(
    'no-data-reference',
    {
      what: 'A signature over its own properties and no file',
      why: 'EN 319 162-1: a container signature signs data files',
      document: () => signedContainer({ references: (references) => references.slice(1) }),
    },
    fails('LT', 'FORMAT_FAILURE', ['data-object-signed']),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'data-object-format-missing',
    {
      what: 'The MIME type of the data file is not signed',
      why: 'EN 319 132-1 5.2.4 asks for it; a warning',
      document: () => signedContainer({ references: firstReference({ mimeType: null }) }),
    },
    passes('LT', 'data-object-format-present'),
  ),
]

function flipLast(value: Buffer): Buffer {
  const copy = Buffer.from(value)
  copy[copy.length - 1] = (copy[copy.length - 1] ?? 0) ^ 1
  return copy
}
