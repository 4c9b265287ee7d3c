// The bare cryptographic operations of one validation: every digest and every signature check that its verdict rests on, on bytes that lie ready,
// with key objects that exist. Each digest is compared with the one that the document states, so none is of other octets than those that count. Signatures on
// certificates are left out: they are verified once for many documents. What remains of a validation above this is reading, judging and reporting.
import { createPublicKey, hash, verify } from 'node:crypto'
import { limits } from '#config'
import { readSignedData, readTimeStampToken, withoutPadding } from '#readers/cms'
import { digestAlgorithmOfOid } from '#readers/crypto'
import { readCertificate, readOcspResponse } from '#readers/x509'
import { attributeOf, canonicalizationOfUri, canonicalize, childElements, elementsNamed, parseXml } from '#readers/xml'
import { readZip } from '#readers/zip'

const DS = 'http://www.w3.org/2000/09/xmldsig#'
const XADES = 'http://uri.etsi.org/01903/v1.3.2#'
const XADES_141 = 'http://uri.etsi.org/01903/v1.4.1#'
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** @param {Buffer} container @param {object} explanation of its validation */
export function floorOf(container, explanation) {
  const files = new Map(readZip(container, limits.zip).entries.map((entry) => [entry.name, entry]))
  return floor(explanation, (operations, signature) => addSignature(operations, files, signature))
}

/** The same for a PDF file with a signature time-stamp and no document time-stamp. @param {Buffer} file @param {object} explanation of its validation */
export function floorOfPdf(file, explanation) {
  return floor(explanation, (operations, signature) => addPdfSignature(operations, file, signature))
}

function floor({ signatures }, add) {
  const operations = { runs: [], digests: 0, checks: 0 }
  for (const signature of signatures) add(operations, signature)
  const { runs, digests, checks } = operations
  return {
    operations: `${digests} digests, ${checks} signature checks`,
    run: () => {
      for (const one of runs) one()
    },
  }
}

function addDigest(operations, algorithm, bytes, stated) {
  const name = algorithm.toLowerCase()
  if (hash(name, bytes) !== stated) throw new Error('the floor digests other octets than the document')
  operations.digests++
  operations.runs.push(() => hash(name, bytes, 'buffer'))
}

function addCheck(operations, algorithm, data, der, signature, dsaEncoding) {
  operations.checks++
  const options = { key: createPublicKey({ key: der, format: 'der', type: 'spki' }), dsaEncoding }
  operations.runs.push(() => {
    if (!verify(algorithm.digest.toLowerCase(), data, options, signature)) throw new Error('the floor does not verify')
  })
}

function certificatesOf({ facts, validationData }) {
  const known = new Map([...validationData.certificates, ...facts.certificates].map((one) => [one.id, one]))
  return (id) => readCertificate(Buffer.from(known.get(id).encoded, 'base64'), limits.asn1)
}

function addPdfSignature(operations, file, signature) {
  const { facts, validationData } = signature
  const certificate = certificatesOf(signature)
  const own = certificate(facts.signingCertificate)
  const [start, length, from, more] = facts.profile.byteRange
  const covered = Buffer.concat([file.subarray(start, start + length), file.subarray(from, from + more)])
  const contents = Buffer.from(file.toString('latin1', start + length + 1, from - 1), 'hex')
  const [signer] = readSignedData(withoutPadding(contents, limits.asn1).encoding, limits.asn1).signers
  addDigest(operations, signer.digestAlgorithm, covered, signer.messageDigest.toString('hex'))
  addCheck(operations, facts.signatureAlgorithm, signer.signedAttributesDer, own.publicKeyInfo, signer.signature, 'der')
  for (const { digest } of facts.signingCertificateReferences) addDigest(operations, digest.algorithm, own.facts.encoded, digest.value)
  for (const timeStamp of facts.timeStamps) addToken(operations, timeStamp, signer.signature, certificate)
  for (const revocation of facts.revocations.filter((one) => one.kind === 'ocsp'))
    addResponse(operations, revocation, validationData, certificate)
}

function addSignature(operations, files, signature) {
  const { facts, validationData } = signature
  const certificate = certificatesOf(signature)
  const parts = partsOf(files, facts)
  for (const [i, { digest }] of facts.references.entries()) addDigest(operations, digest.algorithm, parts.referenced[i], digest.value)
  addCheck(
    operations,
    facts.signatureAlgorithm,
    parts.form(parts.info),
    certificate(facts.signingCertificate).publicKeyInfo,
    Buffer.from(parts.value.children.join(''), 'base64'),
    'ieee-p1363',
  )
  for (const { digest } of facts.signingCertificateReferences)
    addDigest(operations, digest.algorithm, certificate(facts.signingCertificate).facts.encoded, digest.value)
  for (const { digest } of facts.timeMarks)
    if (digest !== null) addDigest(operations, digest.algorithm, Buffer.from(parts.value.children.join(''), 'base64'), digest.value)
  for (const [i, timeStamp] of facts.timeStamps.entries()) addToken(operations, timeStamp, parts.covered(timeStamp, i), certificate)
  for (const revocation of facts.revocations.filter((one) => one.kind === 'ocsp'))
    addResponse(operations, revocation, validationData, certificate)
}

function addToken(operations, timeStamp, covered, certificate) {
  const { signer, tstInfo } = readTimeStampToken(Buffer.from(timeStamp.encoded, 'base64'), limits.asn1)
  const unit = certificate(timeStamp.signingCertificate)
  addDigest(operations, timeStamp.imprint.digest.algorithm, covered, timeStamp.imprint.digest.value)
  addDigest(operations, signer.digestAlgorithm, tstInfo, signer.messageDigest.toString('hex'))
  for (const { digest } of signer.signingCertificates) addDigest(operations, digest.algorithm, unit.facts.encoded, digest.value)
  addCheck(operations, signer.signatureAlgorithm, signer.signedAttributesDer, unit.publicKeyInfo, signer.signature, 'der')
}

/** Name and key of the issuer are stated by digest, and the responder may be. */
function addResponse(operations, revocation, { revocations, revocationSigners }, certificate) {
  const response = readOcspResponse(Buffer.from(revocation.encoded, 'base64'), limits.asn1)
  const responder = certificate(revocationSigners.find((one) => one.revocation === revocation.id).signer)
  const { issuer, certificate: subject } = revocations.find((one) => one.revocation === revocation.id)
  const [{ certId }] = revocation.responses
  const algorithm = digestAlgorithmOfOid(certId.hashAlgorithm)
  addDigest(operations, algorithm, certificate(subject).issuerDer, certId.issuerNameHash)
  addDigest(operations, algorithm, certificate(issuer).subjectPublicKeyBits, certId.issuerKeyHash)
  if ('byKeyHash' in revocation.responderId) addDigest(operations, 'SHA1', responder.subjectPublicKeyBits, revocation.responderId.byKeyHash)
  addCheck(operations, revocation.signatureAlgorithm, response.tbs, responder.publicKeyInfo, response.signature, 'der')
}

/** The elements of a signature, what its references designate, and what each of its time-stamps covers. */
function partsOf(files, facts) {
  const signature = elementsNamed(parseXml(files.get(facts.source.file).read(), limits.xml), DS, 'Signature')[facts.source.index]
  const [value] = elementsNamed(signature, DS, 'SignatureValue')
  const [info] = elementsNamed(signature, DS, 'SignedInfo')
  const [keyInfo] = elementsNamed(signature, DS, 'KeyInfo')
  const [signedProperties] = elementsNamed(signature, XADES, 'SignedProperties')
  const [unsigned] = elementsNamed(signature, XADES, 'UnsignedSignatureProperties')
  const form = (element, uri = facts.syntax.canonicalization) => canonicalize(element, canonicalizationOfUri(uri))
  const references = elementsNamed(info, DS, 'Reference')
  const referenced = facts.references.map(({ dataFile }, i) =>
    dataFile === null ? form(signedProperties, transformOf(references[i])) : files.get(dataFile).read(),
  )
  const properties = unsigned === undefined ? [] : childElements(unsigned)
  const stamps = properties.filter(({ localName }) => localName === 'SignatureTimeStamp' || localName === 'ArchiveTimeStamp')
  const covered = (_timeStamp, i) => {
    const property = stamps[i]
    const [method] = childElements(property, DS, 'CanonicalizationMethod')
    const uri = method === undefined ? C14N : attributeOf(method, 'Algorithm')
    if (property.namespace !== XADES_141) return form(value, uri)
    const preceding = properties.slice(0, properties.indexOf(property))
    return Buffer.concat([...referenced, ...[info, value, keyInfo, ...preceding].map((element) => form(element, uri))])
  }
  return { value, info, form, referenced, covered }
}

function transformOf(reference) {
  const [transform] = elementsNamed(reference, DS, 'Transform')
  return transform === undefined ? C14N : attributeOf(transform, 'Algorithm')
}
