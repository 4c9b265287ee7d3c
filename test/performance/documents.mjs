// Documents of the bench, by the name under which a figure stands. All pass; each number gives another content, so another signature, token and answer.
import { asicContainer, dataFile } from '../support/asice.ts'
import { ddocContainer, ddocFile } from '../support/ddoc/container.ts'
import { pki } from '../support/pki.ts'
import { xroadContainer } from '../support/xroad/container.ts'
import { scan } from './large-container.mjs'
import { signedPdfOf } from './pdf.mjs'
import { xroadDocuments } from './xroad-documents.mjs'

const container = (signature) => (number) =>
  asicContainer({
    files: [dataFile('leping.txt', `Leping ${number}: müüja müüb ja ostja ostab ühe punase jalgratta.\n`)],
    signatures: [signature],
  })

/** @typedef {{ readonly type: 'BDOC' | 'DDOC' | 'PDF' | 'XROAD', readonly make: (number: number) => Buffer }} BenchDocument */

/** @type {Readonly<Record<string, BenchDocument>>} */
export const benchDocuments = {
  'small LT': { type: 'BDOC', make: container({ level: 'LT' }) },
  'time-mark': { type: 'BDOC', make: container({ level: 'LT-TM' }) },
  LTA: { type: 'BDOC', make: container({ level: 'LTA' }) },
  'LTA and LTA': {
    type: 'BDOC',
    make: (number) =>
      asicContainer({ files: [dataFile('leping.txt', `Leping ${number}`)], signatures: [{ level: 'LTA' }, { level: 'LTA' }] }),
  },
  // Signed with the curve of Estonian identity cards since 2018.
  'LTA and LTA, P-384': {
    type: 'BDOC',
    make: (number) =>
      asicContainer({
        files: [dataFile('leping.txt', `Leping ${number}`)],
        signatures: [1, 2].map(() => ({
          level: 'LTA',
          signer: pki.signerWithKey('signer-p384'),
          scheme: { kind: 'ecdsa', digest: 'sha384' },
        })),
      }),
  },
  '2.8 MB': {
    type: 'BDOC',
    make: (number) => asicContainer({ files: [dataFile('scan.pdf', scan(2_800_000, number), 'application/pdf')] }),
  },
  'DDOC 64 KB': {
    type: 'DDOC',
    make: (number) => ddocContainer({ files: [ddocFile('scan.pdf', scan(43_000, number), 'application/pdf')] }),
  },
  'DDOC 1 MB': {
    type: 'DDOC',
    make: (number) => ddocContainer({ files: [ddocFile('scan.pdf', scan(740_000, number), 'application/pdf')] }),
  },
  'PAdES LT 64 KB': { type: 'PDF', make: () => signedPdfOf('LT', 64_000) },
  'PAdES LTA 85 KB': { type: 'PDF', make: () => signedPdfOf('LTA', 85_000) },
  'X-Road': { type: 'XROAD', make: () => xroadContainer() },
  'X-Road batch': { type: 'XROAD', make: () => xroadDocuments.batch() },
}

/** @param {string} name */
export function benchDocument(name, number = 0) {
  const { type, make } = benchDocuments[name]
  return { name, type, bytes: make(number) }
}
