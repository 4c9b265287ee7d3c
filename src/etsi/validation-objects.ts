import {
  type CertificateFacts,
  type CertificateId,
  type Instant,
  provenObject,
  type ReferenceFacts,
  type RevocationFacts,
  type SignatureExplanation,
  type TimeStampFacts,
} from '#model'
import { digestElements, uri } from './vocabulary.js'
import { dateTime, type Elements } from './xml.js'

/** Identifiers of validation objects: a letter and the digest of the object, so that an object has the same identifier in every report. */
export const objectId = {
  certificate: (id: CertificateId) => `C-${id}`,
  revocation: (id: string) => `R-${id}`,
  timeStamp: (id: string) => `T-${id}`,
} as const

interface Held {
  readonly id: string
  readonly kind: Parameters<typeof uri.object>[0]
  readonly representation: Elements
  /** Name among the proofs of existence of a conclusion; data objects of one signature share theirs. */
  readonly proven: string
  /** Signature whose proofs count; null: the object is the same in all of them. */
  readonly signature: number | null
}

interface Proof {
  readonly time: Instant
  readonly source: string
}

/** Collects everything that the signatures of a document rest on, each object once (clause 4.4). */
export class ValidationObjects {
  readonly #held = new Map<string, Held>()
  readonly #proofs = new Map<string, Proof>()
  readonly #validations = new Map<string, Elements>()
  readonly #validationTime: Instant

  constructor(validationTime: Instant) {
    this.#validationTime = validationTime
  }

  /** Adds what one signature holds, and what trust added to it. Returns the identifiers of its data objects, in the order of the references. */
  add({ facts, validationData, conclusion }: SignatureExplanation, number: number): readonly string[] {
    for (const { object, time, source } of conclusion.proofsOfExistence) {
      for (const name of [`${number} ${object}`, object]) {
        const known = this.#proofs.get(name)
        if (known === undefined || time < known.time) this.#proofs.set(name, { time, source })
      }
    }
    if (facts === null) return []
    for (const certificate of [...facts.certificates, ...validationData.certificates]) this.#addCertificate(certificate)
    for (const revocation of facts.revocations) this.#addRevocation(revocation)
    for (const timeStamp of facts.timeStamps) this.#addTimeStamp(timeStamp)
    return facts.references.filter(({ kind }) => kind === 'data-object').flatMap((each, index) => this.#addData(each, number, index))
  }

  /** Adds the validation report of a time-stamp. For a token that covers several signatures the first report is kept. */
  addValidation(timeStamp: string, report: Elements): void {
    const id = objectId.timeStamp(timeStamp)
    if (!this.#validations.has(id)) this.#validations.set(id, report)
  }

  has(id: string): boolean {
    return this.#held.has(id)
  }

  /** Identifier of the time-stamp or time-mark that a proof names; null when the proof is not an object of the report. */
  idOfSource(source: string): string | null {
    return [objectId.timeStamp(source), objectId.revocation(source)].find((id) => this.#held.has(id)) ?? null
  }

  write(): Elements {
    return { ValidationObject: [...this.#held.values()].map((held) => this.#writeObject(held)) }
  }

  #writeObject({ id, kind, representation, proven, signature }: Held): Elements {
    const proof = this.#proofs.get(signature === null ? proven : `${signature} ${proven}`) ?? null
    return {
      '@id': id,
      ObjectType: uri.object(kind),
      ValidationObjectRepresentation: representation,
      POE: this.proofElement(proof),
      ValidationReport: this.#validations.get(id),
    }
  }

  /** A POE element: the validation time, at which everything exists (EN 319 102-1, 5.6.2.3.4), or an earlier time with the object that proves it. */
  proofElement(proof: Proof | null): Elements | undefined {
    const time = dateTime(proof?.time ?? this.#validationTime)
    if (time === undefined) return undefined
    const source = proof === null ? null : this.idOfSource(proof.source)
    return {
      POETime: time,
      TypeOfProof: uri.proofByValidation,
      POEObject: source === null ? undefined : { '@VOReference': source },
    }
  }

  #addCertificate({ id, encoded }: CertificateFacts): void {
    this.#keep({
      id: objectId.certificate(id),
      kind: 'certificate',
      representation: { base64: encoded },
      proven: provenObject.certificate(id),
      signature: null,
    })
  }

  #addRevocation({ id, kind, encoded }: RevocationFacts): void {
    const type = kind === 'ocsp' ? 'OCSPResponse' : 'CRL'
    this.#keep({
      id: objectId.revocation(id),
      kind: type,
      representation: { base64: encoded },
      proven: provenObject.revocation(id),
      signature: null,
    })
  }

  #addTimeStamp({ id, encoded }: TimeStampFacts): void {
    this.#keep({
      id: objectId.timeStamp(id),
      kind: 'timestamp',
      representation: { base64: encoded },
      proven: provenObject.timeStamp(id),
      signature: null,
    })
  }

  /** Adds a data object with the digest that was signed; the checks say whether the data still have it. */
  #addData({ digest }: ReferenceFacts, signature: number, index: number): readonly string[] {
    const elements = digestElements(digest)
    if (elements === null) return []
    const id = `D-${signature}-${index}`
    this.#keep({ id, kind: 'signedData', representation: { DigestAlgAndValue: elements }, proven: provenObject.signedData, signature })
    return [id]
  }

  #keep(held: Held): void {
    if (!this.#held.has(held.id)) this.#held.set(held.id, held)
  }
}
