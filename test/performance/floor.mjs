// The bare cryptographic operations of one validation: every digest and every signature check that its verdict rests on, on bytes that lie ready,
// with key objects that exist. What remains of a validation above this is reading, judging and reporting.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readTimeStampToken } from '#cms'
import { limits } from '#config'
import { readCertificate, readOcspResponse } from '#x509'
import { canonicalizationOfUri, canonicalize, elementsNamed, parseXml } from '#xml'
import { readZip } from '#zip'

const DS = 'http://www.w3.org/2000/09/xmldsig#'

/** @param {Buffer} container @param {object} explanation of its validation */
export function floorOf(container, explanation) {
  const files = new Map(readZip(container, limits.zip).entries.map((entry) => [entry.name, entry]))
  const runs = []
  let digests = 0
  let checks = 0
  const digest = (algorithm, bytes) => {
    digests++
    runs.push(() => createHash(algorithm.toLowerCase().replace('sha', 'sha')).update(bytes).digest())
  }
  const check = (algorithm, data, der, signature, ecdsaEncoding) => {
    checks++
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' })
    const options = { key, dsaEncoding: ecdsaEncoding }
    runs.push(() => {
      if (!verify(algorithm.digest.toLowerCase(), data, options, signature)) throw new Error('the floor does not verify')
    })
  }
  for (const { facts } of explanation.signatures) {
    const certificate = (id) => readCertificate(Buffer.from(facts.certificates.find((c) => c.id === id).encoded, 'base64'), limits.asn1)
    const document = parseXml(files.get(facts.source.file).read(), limits.xml)
    const signature = elementsNamed(document, DS, 'Signature')[facts.source.index]
    const [value] = elementsNamed(signature, DS, 'SignatureValue')
    const [info] = elementsNamed(signature, DS, 'SignedInfo')
    for (const reference of facts.references) {
      const bytes =
        reference.dataFile === null
          ? canonicalize(info, canonicalizationOfUri(facts.syntax.canonicalization))
          : files.get(reference.dataFile).read()
      digest(reference.digest.algorithm, bytes)
    }
    check(
      facts.signatureAlgorithm,
      canonicalize(info, canonicalizationOfUri(facts.syntax.canonicalization)),
      certificate(facts.signingCertificate).publicKeyInfo,
      Buffer.from(value.children.join(''), 'base64'),
      'ieee-p1363',
    )
    for (const timeStamp of facts.timeStamps) {
      const token = readTimeStampToken(Buffer.from(timeStamp.encoded, 'base64'), limits.asn1)
      digest(timeStamp.imprint.digest.algorithm, canonicalize(value, canonicalizationOfUri(facts.syntax.canonicalization)))
      digest(token.signer.digestAlgorithm, token.tstInfo)
      check(
        token.signer.signatureAlgorithm,
        token.signer.signedAttributesDer,
        certificate(timeStamp.signingCertificate).publicKeyInfo,
        token.signer.signature,
        'der',
      )
    }
    for (const revocation of facts.revocations.filter((r) => r.kind === 'ocsp')) {
      const response = readOcspResponse(Buffer.from(revocation.encoded, 'base64'), limits.asn1)
      const responder = response.certificates[0]
      check(revocation.signatureAlgorithm, response.tbs, responder.publicKeyInfo, response.signature, 'der')
    }
  }
  return {
    operations: `${digests} digests, ${checks} signature checks`,
    run: () => {
      for (const one of runs) one()
    },
  }
}
