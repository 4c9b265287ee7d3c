import { agreement, asicContainer, dataFile, signedContainer } from '../asice.js'
import { pki } from '../pki.js'
import { fails, isIndeterminate, passes, type Sample, sample } from './sample.js'

const second = dataFile('lisa.txt', 'Lisaks annab müüja ostjale kaasa pumba.\n')
const finding = 'a finding about the container, never a changed verdict'
const malformed = (id: string, what: string, why: string, document: () => Buffer, fixture = false): Sample =>
  sample(id, { what, why, document, fixture }, 'malformed')
const ambiguousArchive = 'two readers would see two documents'

/** The container around the signatures: findings that warn, and what makes it unreadable. */
export const containerSamples: readonly Sample[] = [
  sample(
    'unsigned-file-added',
    {
      what: 'A file was added after signing, with a manifest entry',
      why: finding,
      document: () => signedContainer({}, { files: [agreement, second], signedFiles: [agreement] }),
      fixture: true,
    },
    passes('LT'),
    ['manifest-entry-not-in-signature', 'container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'unsigned-file-not-in-manifest',
    {
      what: 'A file was added after signing, without a manifest entry',
      why: finding,
      document: () =>
        signedContainer({}, { files: [agreement, second], signedFiles: [agreement], manifest: (entries) => entries.slice(0, 1) }),
    },
    passes('LT'),
    ['container-file-not-in-signature', 'signature-has-unsigned-files'],
  ),
  sample(
    'manifest-other-mime-type',
    {
      what: 'Manifest and signature name different MIME types',
      why: finding,
      document: () => signedContainer({}, { manifest: (entries) => entries.map((entry) => ({ ...entry, mimeType: 'application/pdf' })) }),
      fixture: true,
    },
    passes('LT'),
    ['mime-type-differs'],
  ),
  sample(
    'manifest-without-file',
    { what: 'The manifest does not list the data file', why: finding, document: () => signedContainer({}, { manifest: () => [] }) },
    passes('LT'),
    ['signature-entry-not-in-manifest'],
  ),
  sample(
    'manifest-lists-file-twice',
    {
      what: 'The manifest lists the data file twice',
      why: finding,
      document: () => signedContainer({}, { manifest: (entries) => [...entries, ...entries] }),
    },
    passes('LT'),
    ['manifest-duplicate-entry'],
  ),
  sample(
    'manifest-bad-mime-type',
    {
      what: 'The MIME type in the manifest is none',
      why: 'a warning',
      document: () => signedContainer({}, { manifest: (entries) => entries.map((entry) => ({ ...entry, mimeType: 'txt.html' })) }),
    },
    passes('LT'),
    ['manifest-mime-type-invalid', 'mime-type-differs'],
  ),
  sample(
    'manifest-missing',
    {
      what: 'There is no manifest',
      why: finding,
      document: () => signedContainer({}, { entries: (entries) => entries.filter(({ name }) => name !== 'META-INF/manifest.xml') }),
    },
    passes('LT'),
    ['manifest-missing'],
  ),
  sample(
    'signature-repeated',
    {
      what: 'The same signature in two files',
      why: 'both are reported, the second one with a warning',
      document: () => asicContainer({ signatures: [{ id: 'S0' }, { id: 'S0' }] }),
      fixture: true,
    },
    [passes('LT'), passes('LT', 'signature-unique')],
  ),
  sample(
    'one-signature-unreadable',
    {
      what: 'The first of two signature files is not XML',
      why: 'it does not hide its neighbour',
      document: () =>
        asicContainer({ signatures: [{ tamper: () => '<?xml version="1.0"?><asic:XAdESSignatures' }, { signer: pki.secondSigner }] }),
      fixture: true,
    },
    [fails('', 'FORMAT_FAILURE', ['signature-readable']), passes('LT')],
  ),
  sample(
    'one-signature-broken',
    {
      what: 'The first of two signatures has a wrong value',
      why: 'each is judged by itself',
      document: () =>
        asicContainer({ signatures: [{ tamperValue: (value) => Buffer.from(value).reverse() }, { signer: pki.secondSigner }] }),
    },
    [fails('LT', 'SIG_CRYPTO_FAILURE', ['signature-value-intact']), passes('LT')],
  ),
  sample(
    'signature-file-with-doctype',
    {
      what: 'The signature file declares an entity',
      why: 'style 7: no DOCTYPE',
      document: () =>
        signedContainer({
          tamper: (xml) =>
            xml.replace('<asic:XAdESSignatures', '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/hostname">]><asic:XAdESSignatures'),
        }),
      fixture: true,
    },
    fails('', 'FORMAT_FAILURE', ['signature-readable']),
  ),
  sample(
    'all-files-removed',
    {
      what: 'All data files were removed',
      why: 'a referenced file is missing',
      document: () => signedContainer({}, { files: [], signedFiles: [agreement] }),
    },
    isIndeterminate('LT', 'SIGNED_DATA_NOT_FOUND', ['signed-data-found']),
  ),
  malformed('mimetype-missing', 'No mimetype entry', 'decisions.md#malformed-document', () => signedContainer({}, { mimetype: null })),
  malformed(
    'mimetype-bdoc-1-0',
    'The mimetype of BDOC 1.0',
    'another format',
    () => signedContainer({}, { mimetype: 'application/vnd.bdoc-1.0' }),
    true,
  ),
  malformed('mimetype-twice', 'Two mimetype entries', ambiguousArchive, () =>
    signedContainer({}, { entries: (entries) => [...entries, ...entries.slice(0, 1)] }),
  ),
  malformed(
    'data-file-twice',
    'Two entries of the same name',
    ambiguousArchive,
    () => signedContainer({}, { entries: (entries) => [...entries, { name: agreement.name, content: Buffer.from('teine') }] }),
    true,
  ),
  malformed('signature-file-twice', 'The same signature file name twice', ambiguousArchive, () =>
    signedContainer({}, { entries: (entries) => [...entries, ...entries.slice(-1)] }),
  ),
  malformed(
    'entry-named-differently',
    'Local header and central directory name the data file differently',
    ambiguousArchive,
    () =>
      signedContainer(
        {},
        {
          entries: (entries) =>
            entries.map((entry) => (entry.name === agreement.name ? { ...entry, local: { name: 'lepinx.txt' } } : entry)),
        },
      ),
    true,
  ),
  malformed('entry-outside', 'An entry whose name leads out of the container', 'names are plain paths', () =>
    signedContainer({}, { entries: (entries) => [...entries, { name: '../leping.txt', content: Buffer.from('x') }] }),
  ),
  malformed('entry-wrong-checksum', 'CRC of the data file is wrong', 'the archive is damaged', () =>
    signedContainer(
      {},
      { entries: (entries) => entries.map((entry) => (entry.name === agreement.name ? { ...entry, claimed: { crc: 1 } } : entry)) },
    ),
  ),
  malformed('entry-encrypted', 'The data file is marked as encrypted', 'encrypted entries are refused', () =>
    signedContainer(
      {},
      { entries: (entries) => entries.map((entry) => (entry.name === agreement.name ? { ...entry, claimed: { flags: 0x801 } } : entry)) },
    ),
  ),
  malformed('manifest-with-doctype', 'The manifest has a DOCTYPE', 'style 7: no DOCTYPE', () =>
    signedContainer({}, { manifestText: (xml) => xml.replace('<manifest:manifest ', '<!DOCTYPE manifest:manifest><manifest:manifest ') }),
  ),
  malformed('not-an-archive', 'A text that is no archive', 'nothing to read', () => Buffer.from('Müüja müüb ja ostja ostab.\n')),
  malformed(
    'cut-in-half',
    'The first half of a sound container',
    'the end of the archive is missing',
    () => {
      const whole = signedContainer()
      return whole.subarray(0, whole.length >> 1)
    },
    true,
  ),
]
