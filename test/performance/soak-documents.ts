import { createHash } from 'node:crypto'
import { dataFile, signedContainer } from '../support/asice.js'
import type { Certificate, Identity } from '../support/certificate.js'
import { bitString, integer, nullValue, objectIdentifier, octetString, sequence, tagged } from '../support/der.js'
import { ocspResponse } from '../support/ocsp.js'
import { pki, variantOf } from '../support/pki.js'

/**
 * Documents that are all different, and most of which bring something along that nobody needs: what a stranger would send who wants the memory of the
 * service. The same number gives the same document.
 */
export interface SoakDocument {
  readonly kind: SoakKind
  readonly bytes: Buffer
  /** Whether its signature passes; null when the request is refused. */
  readonly passes: boolean | null
}

/** How often each kind comes in a hundred. */
const kinds = {
  /** Other content, so another signature value, token and answer. */
  sound: 28,
  /** A person of whom nobody has heard before. */
  'another-signer': 20,
  /** Certificates of one to a thousand extensions, issued by nobody. */
  'junk-certificates': 20,
  /** Three certificates of 300 KB: few extensions with much in them, and many with nothing. */
  'huge-certificates': 2,
  /** Certificates that pretend to be the issuing authority, each with another key: all are tried. */
  'false-authorities': 10,
  /** Answers of responders that nobody knows, about the signer. */
  'junk-answers': 10,
  /** Not issued by anybody who is trusted. */
  'unknown-signer': 5,
  /** Cut off. */
  broken: 5,
} as const

export type SoakKind = keyof typeof kinds

const schedule = (Object.keys(kinds) as SoakKind[]).flatMap((kind) => Array<SoakKind>(kinds[kind]).fill(kind))

/** 37 has no divisor in common with 100, so that every hundred documents hold each kind as often as it says, mixed. */
export const scheduledKind = (number: number): SoakKind => schedule[(number * 37) % schedule.length] ?? 'sound'

export function soakDocument(number: number, kind = scheduledKind(number)): SoakDocument {
  return { kind, ...documentOf(kind, number) }
}

function documentOf(kind: SoakKind, number: number): Omit<SoakDocument, 'kind'> {
  const files = { files: [dataFile('leping.txt', `Leping number ${number}\n`.repeat(1 + (number % 50)))] }
  const authorities = [pki.issuingAuthority.certificate, pki.timeStampingUnit.certificate]
  const withCertificates = (...added: readonly Certificate[]): Buffer =>
    signedContainer({ certificateValues: [...added, ...authorities] }, files)
  switch (kind) {
    case 'sound':
      return { bytes: signedContainer({}, files), passes: true }
    case 'another-signer':
      return {
        bytes: signedContainer({ signer: variantOf(pki.signer, { serialNumber: BigInt(number) + 1_000_000n }) }, files),
        passes: true,
      }
    case 'junk-certificates':
      return {
        bytes: withCertificates(...[1, 2, 3].map((part) => junk(number * 3 + part, 10 ** (number % 4), 4))),
        passes: true,
      }
    case 'huge-certificates':
      return {
        bytes: withCertificates(junk(number, 3, 100_000), junk(number + 1, 20_000, 1), junk(number + 2, 10_000, 10)),
        passes: true,
      }
    case 'false-authorities':
      return {
        bytes: withCertificates(
          ...Array.from(
            { length: 10 },
            (_, part) =>
              variantOf(pki.issuingAuthority, { publicKeyInfo: anyKey(number * 10 + part), serialNumber: BigInt(number * 10 + part + 1) })
                .certificate,
          ),
        ),
        passes: true,
      }
    case 'junk-answers':
      return {
        bytes: signedContainer(
          {
            revocationValues: () => ({
              ocsp: [
                ocspResponse({ certificate: pki.signer }),
                ...[1, 2, 3].map((part) =>
                  ocspResponse({
                    certificate: pki.signer,
                    responder: variantOf(pki.foreignResponder, { serialNumber: BigInt(number * 3 + part) }),
                    certificates: [junk(number * 3 + part, 50, 4)],
                  }),
                ),
              ],
            }),
          },
          files,
        ),
        passes: true,
      }
    case 'unknown-signer': {
      const signer = variantOf(pki.signer, { issuer: pki.foreignAuthority, serialNumber: BigInt(number) + 1n })
      return { bytes: signedContainer({ signer, ocsp: { responder: pki.foreignResponder } }, files), passes: false }
    }
    case 'broken': {
      const bytes = signedContainer({}, files)
      return { bytes: bytes.subarray(0, (number * 97) % bytes.length), passes: null }
    }
  }
}

/** Stands in the certificate that all of one shape are copies of. */
const numberMark = 0x5eed5eed5eed5eedn
const shapes = new Map<string, Identity>()

/** A certificate that nobody has issued, with so many extensions of so many octets; each number gives another. */
function junk(number: number, extensions: number, octets: number): Certificate {
  const name = `${extensions} ${octets}`
  const shape = shapes.get(name) ?? shapeOf(extensions, octets)
  shapes.set(name, shape)
  const der = Buffer.from(shape.certificate.der)
  der.writeBigUInt64BE(BigInt(number) + 1n, der.indexOf(numberMark.toString(16), 'hex'))
  return { ...shape.certificate, der }
}

function shapeOf(extensions: number, octets: number): Identity {
  const value = octetString(Buffer.alloc(octets, 1))
  return variantOf(pki.secondSigner, {
    serialNumber: numberMark,
    tamperSignature: () => Buffer.alloc(70, 1),
    further: Array.from({ length: extensions }, (_, part) => ({ oid: `1.3.6.1.4.1.99999.${part}`, value })),
  })
}

/** A key of 2,048 bits that has no private key which anybody would know. */
function anyKey(number: number): Buffer {
  const blocks = [0, 1, 2, 3].map((part) => createHash('sha512').update(`${number} ${part}`).digest())
  const modulus = Buffer.concat(blocks)
  modulus[0] = (modulus[0] ?? 0) | 0x80
  modulus[255] = (modulus[255] ?? 0) | 1
  const numbers = sequence(tagged(0x02, Buffer.of(0), modulus), integer(65_537))
  return sequence(sequence(objectIdentifier('1.2.840.113549.1.1.1'), nullValue()), bitString(numbers))
}
