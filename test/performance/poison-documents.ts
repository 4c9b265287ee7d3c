import { crc32, deflateRawSync } from 'node:zlib'
import { asicContainer, dataFile, signedContainer } from '../support/asice.js'
import { ddocContainer } from '../support/ddoc/container.js'
import { timeStampToken } from '../support/time-stamp.js'

/** A document that asks for far more work than it is long. */
export interface PoisonDocument {
  readonly name: string
  readonly documentType: 'BDOC' | 'DDOC'
  /** Base64, as a request carries it. */
  readonly document: string
}

const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#'

/** References to one element of the signature, each with a list of prefixes of its own, so that no canonical form serves twice. */
function references(): Buffer {
  const listed = Array.from({ length: 1_900 }, (_, index) => {
    const list = `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="p${index}"/>`
    const transforms = `<ds:Transforms><ds:Transform Algorithm="${exclusive}">${list}</ds:Transform></ds:Transforms>`
    const digest = '<ds:DigestMethod Algorithm="http://www.w3.org/2001/04/xmlenc#sha256"/><ds:DigestValue>AAAA</ds:DigestValue>'
    return `<ds:Reference Id="r${index}" URI="#large">${transforms}${digest}</ds:Reference>`
  })
  const large = `<ds:Object Id="large">${'x'.repeat(30_000)}</ds:Object>`
  return signedContainer({
    tamper: (xml) =>
      xml.replace('</ds:SignedInfo>', `${listed.join('')}</ds:SignedInfo>`).replace('</ds:Signature>', `${large}</ds:Signature>`),
  })
}

function archiveBomb(): Buffer {
  const zeros = Buffer.alloc(200_000_000)
  const content = deflateRawSync(zeros)
  const claimed = { method: 8, size: zeros.length, crc: crc32(zeros) }
  return asicContainer({ signatures: [], entries: (entries) => [...entries, { name: 'nullid.bin', content, claimed }] })
}

const inSignature = (xml: string) =>
  signedContainer({ tamper: (whole) => whole.replace('</ds:Signature>', `<ds:Object>${xml}</ds:Object></ds:Signature>`) })

/** One of each kind of work that a document can ask for: inflating, parsing, canonicalizing, digesting, checking signatures. */
export function poisonDocuments(): readonly PoisonDocument[] {
  const bdoc = (name: string, bytes: Buffer): PoisonDocument => ({ name, documentType: 'BDOC', document: bytes.toString('base64') })
  return [
    bdoc('references', references()),
    bdoc('archive bomb', archiveBomb()),
    bdoc('nodes', inSignature('<a/>'.repeat(390_000))),
    bdoc('texts', inSignature('<a>x</a>'.repeat(500_000))),
    bdoc('time-stamps', signedContainer({ timeStamps: (data) => Array.from({ length: 300 }, () => timeStampToken({ data })) })),
    bdoc('entries', asicContainer({ files: Array.from({ length: 990 }, (_, i) => dataFile(`${i}.txt`, 'x')), signatures: [] })),
    {
      name: 'nodes of DIGIDOC-XML',
      documentType: 'DDOC',
      document: ddocContainer({ tamper: (xml) => xml.replace('</SignedDoc>', `${'<a/>'.repeat(390_000)}</SignedDoc>`) }).toString('base64'),
    },
  ]
}
