// The trust that the published cases stand for, as settings of the service.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The moment that the cases stand for. */
export const CLOCK = '2026-08-20T12:00:00Z'

const roles = { ca: 'ca', ocsp: 'ocsp', tsa: 'tsa' }

/**
 * Writes two settings files into `folder`: the trusted lists of the moment, real and test ones side by side as the cases need them, and the
 * certificates of `legacy/` that no list holds. Roots are left out: a root would make everything below it trusted. Each certificate counts until it
 * ends: one of them is a responder that has to be found expired.
 * @returns environment of the service
 */
export function writeConformanceTrust(trust, folder) {
  const lists = join(folder, 'lists.json')
  const signer = signerOf(trust, 'test-tsl-2018')
  const sources = [
    { anchors: 'eu', folder: join(trust, 'lotl/2026-08') },
    { name: 'test', territory: 'EE', folder: join(trust, 'test-lists/current'), anchors: [{ files: signer[0] }] },
  ]
  writeFileSync(lists, JSON.stringify({ sources }, null, 1))

  return {
    ALLKIRI_TRUST: writeLegacyTrust(trust, folder),
    ALLKIRI_TRUST_LISTS: lists,
    ALLKIRI_TRUST_STORE: join(folder, 'store'),
    ALLKIRI_XROAD: writeXroadTrust(join(trust, 'legacy'), folder),
  }
}

/** The certificates of `legacy/` that no list holds, without roots. */
function writeLegacyTrust(trust, folder) {
  const { certificates } = JSON.parse(readFileSync(join(trust, 'legacy/index.json'), 'utf8'))
  const services = certificates
    .filter((certificate) => certificate.role in roles)
    .map((certificate) => ({
      files: join(trust, 'legacy', certificate.file),
      role: roles[certificate.role],
      name: certificate.cn,
      to: certificate.notAfter,
    }))
  const file = join(folder, 'trust.json')
  writeFileSync(file, JSON.stringify({ services }, null, 1))
  return file
}

/** The moment that the cases of SiVa 3 stand for. */
export const CLOCK_OF_SIVA3 = '2026-11-28T02:00:00Z'

/**
 * The trust of the cases of SiVa 3: the current Estonian test lists alone. DIGIDOC-XML is judged there by certificates of its own, whatever lists are loaded.
 *
 * @returns environment of the service
 */
export function writeSiva3Trust(trust, folder, { forDdoc }) {
  const lists = join(folder, forDdoc ? 'lists-ddoc.json' : 'lists.json')
  const [signer] = signerOf(trust, 'test-tsl-2018')
  writeFileSync(
    lists,
    JSON.stringify({
      sources: [{ name: 'test', territory: 'EE', folder: join(trust, 'test-lists/current'), anchors: [{ files: signer }] }],
    }),
  )
  const legacy = forDdoc ? { ALLKIRI_TRUST: writeLegacyTrust(trust, folder) } : {}
  return { ...legacy, ALLKIRI_TRUST_LISTS: lists, ALLKIRI_TRUST_STORE: 'none' }
}

/** The Estonian instance of 2016, whose authorities stand in a file of their own. */
function writeXroadTrust(legacy, folder) {
  const { instance, ocspFreshnessSeconds, approvedCa, approvedTsa } = JSON.parse(readFileSync(join(legacy, 'xroad-trust.json'), 'utf8'))
  const authority = {
    files: join(legacy, approvedCa.file),
    certificateProfile: approvedCa.certificateProfile,
    responders: approvedCa.ocsp.map((responder) => join(legacy, responder.file)),
  }
  const timeStamping = [{ files: join(legacy, approvedTsa.file) }]
  const file = join(folder, 'xroad.json')
  writeFileSync(file, JSON.stringify({ instances: [{ instance, ocspFreshnessSeconds, authorities: [authority], timeStamping }] }, null, 1))
  return file
}

/** The certificate files of a named set of list signers. */
function signerOf(trust, set) {
  const index = JSON.parse(readFileSync(join(trust, 'lotl-signers/index.json'), 'utf8'))
  return index.certificates
    .filter((certificate) => certificate.sets.includes(set))
    .map((certificate) => join(trust, 'lotl-signers', certificate.file))
}
