import { agreement, asicContainer, dataFile, signedContainer } from '../asice.js'
import { pki } from '../pki.js'
import { passes, type Sample, sample } from './sample.js'

/** Containers around sound signatures: names, order, packing, several signatures. */
export const soundContainerSamples: readonly Sample[] = [
  sample(
    'names-in-every-script',
    {
      what: 'Data files with diacritics, punctuation and folders in their names; one is empty',
      why: 'BDOC 2.1: references are percent-encoded UTF-8, compared without normalisation',
      document: () =>
        signedContainer(
          {},
          {
            files: [
              dataFile('Šužlikud sõid ühe õuna ära_0.txt', 'õun'),
              dataFile('!~#¤%%&()=+-_.txt', 'x'),
              dataFile('kaust/ala kaust/договор.txt', 'да'),
              dataFile('契約.bin', Buffer.from([0, 1, 2]), 'application/octet-stream'),
              dataFile('tühi.txt', ''),
            ],
          },
        ),
      fixture: true,
    },
    passes('LT'),
  ),
  sample(
    'names-encoded-sparingly',
    {
      what: 'References that leave parentheses and plus signs as they are',
      why: 'BDOC 2.1: both styles occur',
      document: () => signedContainer({ writer: 'digidoc4j' }, { files: [dataFile("Proov (2)+!'*,;=&$@.txt", 'proov')] }),
    },
    passes('LT'),
  ),
  sample(
    'name-in-code-page-437',
    {
      what: 'File name in code page 437, as old archivers write it',
      why: 'ZIP: without bit 11 and not UTF-8, the name is code page 437',
      document: () =>
        signedContainer(
          {},
          {
            files: [dataFile('öun.txt', 'õun')],
            entries: (entries) =>
              entries.map((entry) =>
                entry.name === 'öun.txt' ? { ...entry, name: Buffer.from([0x94, 0x75, 0x6e, 0x2e, 0x74, 0x78, 0x74]) } : entry,
              ),
          },
        ),
    },
    passes('LT'),
  ),
  sample(
    'container-oddities',
    {
      what: 'mimetype last and with an extra field, comments, data descriptors, a folder entry, a foreign file under META-INF',
      why: 'all of it occurs in real containers; nothing depends on it',
      document: () =>
        signedContainer(
          {},
          {
            comment: 'allkiri test support',
            entries: ([mimetype, ...rest]) => [
              { name: 'META-INF/', content: Buffer.alloc(0) },
              ...rest.map((entry) => ({ ...entry, method: 'deflated', dataDescriptor: true, comment: 'allkiri' }) as const),
              { name: 'META-INF/note.txt', content: Buffer.from('Keegi ei loe seda. '.repeat(20)) },
              { name: 'mimetype', content: mimetype?.content ?? Buffer.alloc(0), extra: Buffer.alloc(24) },
            ],
          },
        ),
      fixture: true,
    },
    passes('LT'),
    ['meta-file-not-read'],
  ),
  sample(
    'two-signature-files',
    {
      what: 'Two signers, a file each',
      why: 'each signature is judged by itself',
      document: () => asicContainer({ signatures: [{}, { signer: pki.secondSigner, level: 'LT-TM' }] }),
      fixture: true,
    },
    [passes('LT'), passes('LT_TM')],
  ),
  sample(
    'two-signatures-in-a-file',
    {
      what: 'Two signatures below one root',
      why: 'the schema permits several',
      document: () => asicContainer({ signatures: [[{}, { signer: pki.secondSigner, level: 'LTA' }]] }),
      fixture: true,
    },
    [passes('LT'), passes('LTA')],
  ),
  sample(
    'same-id-in-two-files',
    {
      what: 'Two different signatures with the same Id in two files',
      why: 'a warning; Ids are unique within a document only',
      document: () => asicContainer({ signatures: [{ id: 'S0' }, { id: 'S0', signer: pki.secondSigner }] }),
    },
    [passes('LT'), passes('LT', 'signature-unique')],
  ),
  sample(
    'no-signature',
    {
      what: 'A container that nobody signed',
      why: 'a report with no signatures',
      document: () => asicContainer({ signatures: [] }),
      fixture: true,
    },
    [],
  ),
  sample(
    'sce-extension',
    {
      what: 'The same container under another extension',
      why: 'the extension has no meaning',
      document: () => asicContainer({ files: [agreement] }),
      extension: 'sce',
    },
    passes('LT'),
  ),
]
