import { fails, passes, type Sample } from '../../samples/sample.js'
import { hash } from '../../signing.js'
import { ddocAgreement } from '../container.js'
import { document, failing, file, old, second, sound } from './ddoc-sample.js'

const unpadded = ddocAgreement.content
  .toString('base64')
  .replace(/=+$/, '')
  .replace(/.{64}|.+$/g, '$&\n')
const withOldVersion = passes('LT_TM', old)
const embedded = 'DIGIDOC-XML, structure of DataFile'
export const dataFiles: readonly Sample[] = [
  file('file-without-name', 'A file without name', embedded, { attributes: { Filename: '' } }, failing('ddoc-data-file-name')),
  file(
    'file-with-path',
    'A file name that leads elsewhere',
    embedded,
    { attributes: { Filename: '../../etc/passwd' } },
    failing('ddoc-data-file-path'),
  ),
  file('file-id', 'A file whose identifier has a wrong form', embedded, { attributes: { Id: 'DX' } }, failing('ddoc-data-file-id')),
  document(
    'file-id-twice',
    'Two files with the same identifier',
    'identifiers are unique',
    { files: [ddocAgreement, { ...ddocAgreement, attributes: { Id: 'D0' } }] },
    failing('ddoc-data-file-id-unique'),
  ),
  file(
    'file-without-type',
    'A file without MIME type',
    embedded,
    { attributes: { MimeType: undefined } },
    failing('ddoc-data-file-mime-type'),
  ),
  file('file-without-size', 'A file without size', embedded, { attributes: { Size: 'palju' } }, failing('ddoc-data-file-size')),
  file(
    'file-not-base64',
    'A file whose content is not base64',
    embedded,
    { text: 'TXV8amEgbXXDvGI=!\n' },
    failing('ddoc-data-file-base64'),
  ),
  ...(['1.0', '1.1', '1.2', '1.3'] as const).map((version) =>
    document(
      `file-without-padding-${version}`,
      'Base64 without its padding, as it was signed',
      'the text has one reading, and the digest proves that it is whole',
      { version, files: [{ ...ddocAgreement, text: unpadded }] },
      version === '1.3' ? sound : withOldVersion,
      { fixture: false },
    ),
  ),
  document(
    'file-cut-off',
    'The end of the base64 text was cut off later',
    'no digest proves a text without padding',
    { files: [ddocAgreement], tamper: (xml) => xml.replace(/[A-Za-z0-9+/]=\n<\/DataFile>/, '\n</DataFile>') },
    fails('LT_TM', '', ['ddoc-data-file-base64', 'ddoc-data-file-intact'], ['ddoc-data-file-stated-size']),
    { fixture: false },
  ),
  ...(['windows-1257', 'iso-8859-15'] as const).map((encoding) =>
    document(
      `encoding-${encoding}`,
      `A document in ${encoding}`,
      'each octet has one meaning in it',
      { encoding, files: [{ ...ddocAgreement, name: 'õlgade žürii.txt' }] },
      sound,
      { fixture: false },
    ),
  ),
  document(
    'hashcode-type',
    'A hashcode that is not SHA-1',
    embedded,
    { files: [{ ...ddocAgreement, hashcode: true, attributes: { DigestType: 'md5' } }] },
    failing('ddoc-data-file-digest-type'),
    { form: 'DIGIDOC_XML_1.3_hashcode' },
  ),
  document(
    'hashcode-value',
    'A hashcode of a wrong length',
    embedded,
    { files: [{ ...ddocAgreement, hashcode: true, attributes: { DigestValue: 'AAAA' } }] },
    failing('ddoc-data-file-digest-value', 'ddoc-data-file-intact'),
    { form: 'DIGIDOC_XML_1.3_hashcode' },
  ),
  document(
    'hashcode-with-content',
    'Content beside a hashcode',
    'it would be shown and is not signed',
    { files: [{ ...ddocAgreement, hashcode: true }], tamper: (xml) => xml.replace('></DataFile>', '>QUJD</DataFile>') },
    failing('ddoc-hashcode-empty'),
    { form: 'DIGIDOC_XML_1.3_hashcode' },
  ),
  file(
    'file-stated-size',
    'A file that states another size',
    'legal, reported',
    { attributes: { Size: '9999' } },
    passes('LT_TM', 'ddoc-data-file-stated-size'),
  ),
  document(
    'file-added',
    'A file added after signing',
    'every signature covers every file',
    { files: [ddocAgreement, second], signedFiles: [ddocAgreement] },
    failing('ddoc-data-file-signed'),
  ),
  document(
    'file-removed',
    'A file removed after signing',
    'every reference leads to a file',
    { files: [ddocAgreement], signedFiles: [ddocAgreement, second] },
    failing('ddoc-reference-target-found'),
  ),
  document(
    'file-changed',
    'A file changed after signing',
    'its digest differs',
    { files: [second], signedFiles: [{ ...second, content: Buffer.from('Rattal on kell.\n') }] },
    failing('ddoc-data-file-intact'),
  ),
  document(
    'file-renamed',
    'A file renamed after signing',
    'from 1.1 on the name is signed',
    { files: [{ ...second, name: 'muu.txt' }], signedFiles: [second] },
    failing('ddoc-data-file-intact'),
  ),
  document(
    'attribute-does-not-help',
    'A file of 1.0 changed, with the old digest in its attribute',
    'embedded content is hashed, whatever an attribute says',
    {
      version: '1.0',
      files: [
        {
          ...second,
          content: Buffer.from('Rattal on kell ja kott.\n'),
          attributes: { DigestValue: hash('sha1', second.content).toString('base64') },
        },
      ],
      signedFiles: [second],
    },
    fails('LT_TM', '', ['ddoc-data-file-intact'], [old]),
  ),
  document(
    'file-without-namespace',
    'A file hashed without its namespace',
    'early writers of 1.3',
    { dataFileNamespace: false, signatures: [{ alternateDigest: true }] },
    passes('LT_TM', 'ddoc-data-file-main-digest'),
  ),
  document(
    'type-changed',
    'The MIME type of a file of 1.0 changed after signing',
    'a reference of its own covers it',
    { version: '1.0', files: [{ ...second, mimeType: 'text/html' }], signedFiles: [second] },
    fails('LT_TM', '', ['ddoc-mime-type-intact'], [old]),
  ),
]
