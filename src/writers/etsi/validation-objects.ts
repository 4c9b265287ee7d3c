import {
  type CertificateFacts,
  type CertificateId,
  type Instant,
  provenObject,
  type ReferenceFacts,
  type RevocationFacts,
  type TimeStampFacts,
} from '#model'
import { bufferOf } from '#std'
import type { EtsiSignature } from './signature-report.js'
import { digestElements, uri } from './vocabulary.js'
import { dateTime, type Elements } from './xml.js'

/** Ids of validation objects: a letter and the digest of the object, so that an object has the same id in every report. */
export const objectId = {
  certificate: (id: CertificateId) => `C-${id}`,
  revocation: (id: string) => `R-${id}`,
  timeStamp: (id: string) => `T-${id}`,
} as const

interface ValidationObject {
  readonly id: string
  readonly kind: Parameters<typeof uri.object>[0]
  readonly representation: Elements
  /** Name of the object in the proofs of existence. The data objects of one signature share a name. */
  readonly proven: string
  /** Number of the signature whose proofs apply; null when the object is the same for all signatures. */
  readonly signature: number | null
}

interface Proof {
  readonly time: Instant
  readonly source: string
}

/** Collects the validation objects of all signatures of a document, each object once (clause 4.4). */
export class ValidationObjects {
  readonly #objects = new Map<string, ValidationObject>()
  readonly #proofs = new Map<string, Proof>()
  readonly #validations = new Map<string, Elements>()
  readonly #validationTime: Instant

  constructor(validationTime: Instant) {
    this.#validationTime = validationTime
  }

  /** Adds the objects of one signature and its validation data. Returns the ids of its data objects, in the order of the references. */
  add({ evidence, proofsOfExistence, revocations, timeStamps }: EtsiSignature, number: number): readonly string[] {
    for (const { object, time, source } of proofsOfExistence) {
      for (const name of [`${number} ${object}`, object]) {
        const known = this.#proofs.get(name)
        if (known === undefined || time < known.time) this.#proofs.set(name, { time, source })
      }
    }
    if (evidence === null) return []
    const { facts, data } = evidence
    for (const certificate of [...facts.certificates, ...data.certificates]) this.#addCertificate(certificate)
    for (const { facts: revocation } of revocations) this.#addRevocation(revocation)
    for (const { facts: timeStamp } of timeStamps) this.#addTimeStamp(timeStamp)
    return facts.references.filter(({ kind }) => kind === 'data-object').flatMap((each, index) => this.#addData(each, number, index))
  }

  /** Adds the validation report of a time-stamp. For a token that covers several signatures the first report is used. */
  addValidation(timeStamp: string, report: Elements): void {
    const id = objectId.timeStamp(timeStamp)
    if (!this.#validations.has(id)) this.#validations.set(id, report)
  }

  has(id: string): boolean {
    return this.#objects.has(id)
  }

  /** Id of the time-stamp or OCSP response that is the source of a proof; null when it is not a validation object of the report. */
  idOfSource(source: string): string | null {
    return [objectId.timeStamp(source), objectId.revocation(source)].find((id) => this.#objects.has(id)) ?? null
  }

  write(): Elements {
    return { ValidationObject: [...this.#objects.values()].map((object) => this.#writeObject(object)) }
  }

  #writeObject({ id, kind, representation, proven, signature }: ValidationObject): Elements {
    const proof = this.#proofs.get(signature === null ? proven : `${signature} ${proven}`) ?? null
    return {
      '@id': id,
      ObjectType: uri.object(kind),
      ValidationObjectRepresentation: representation,
      POE: this.proofElement(proof),
      ValidationReport: this.#validations.get(id),
    }
  }

  /** A POE element: an earlier time with the object that proves it, or validation time, at which every object exists (EN 319 102-1, 5.6.2.3.4). */
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
    this.#addObject({
      id: objectId.certificate(id),
      kind: 'certificate',
      representation: { base64: bufferOf(encoded).toString('base64') },
      proven: provenObject.certificate(id),
      signature: null,
    })
  }

  #addRevocation({ id, kind, encoded }: RevocationFacts): void {
    const type = kind === 'ocsp' ? 'OCSPResponse' : 'CRL'
    this.#addObject({
      id: objectId.revocation(id),
      kind: type,
      representation: { base64: bufferOf(encoded).toString('base64') },
      proven: provenObject.revocation(id),
      signature: null,
    })
  }

  #addTimeStamp({ id, encoded }: TimeStampFacts): void {
    this.#addObject({
      id: objectId.timeStamp(id),
      kind: 'timestamp',
      representation: { base64: bufferOf(encoded).toString('base64') },
      proven: provenObject.timeStamp(id),
      signature: null,
    })
  }

  /** Adds a data object with the signed digest. Whether the data have this digest is shown by the checks. */
  #addData({ digest }: ReferenceFacts, signature: number, index: number): readonly string[] {
    const elements = digestElements(digest)
    if (elements === null) return []
    const id = `D-${signature}-${index}`
    this.#addObject({ id, kind: 'signedData', representation: { DigestAlgAndValue: elements }, proven: provenObject.signedData, signature })
    return [id]
  }

  #addObject(object: ValidationObject): void {
    if (!this.#objects.has(object.id)) this.#objects.set(object.id, object)
  }
}
