import type { Identity } from '../certificate.js'
import { pem } from '../trust.js'
import { xroadPki } from './pki.js'

interface Authority {
  readonly identity: Identity
  readonly certificateProfile: string
  readonly responders?: readonly Identity[]
  readonly intermediates?: readonly Identity[]
  readonly to?: string
}

export interface TestInstance {
  readonly instance: string
  readonly ocspFreshnessSeconds?: number
  readonly verifyOcspNextUpdate?: boolean
  readonly expires?: string
  readonly authorities: readonly Authority[]
  readonly timeStamping: readonly { readonly identity: Identity; readonly to?: string }[]
}

export const estonia: TestInstance = {
  instance: 'EE-TEST',
  authorities: [
    { identity: xroadPki.authority, certificateProfile: 'SkKlass3', responders: [xroadPki.responder] },
    { identity: xroadPki.topAuthority, certificateProfile: 'SkKlass3', intermediates: [xroadPki.intermediateAuthority] },
  ],
  timeStamping: [{ identity: xroadPki.timeStampingAuthority }],
}

export const finland: TestInstance = {
  instance: 'FI-TEST',
  authorities: [{ identity: xroadPki.otherInstanceAuthority, certificateProfile: 'FiVRK', responders: [xroadPki.otherInstanceResponder] }],
  timeStamping: [{ identity: xroadPki.otherInstanceTimeStampingAuthority }],
}

/** A settings file and the certificates that it names, by path. */
export function xroadTrustFiles(instances: readonly TestInstance[], folder = ''): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  const file = (identity: Identity): string => {
    const name = `${identity.key.name}-${identity.certificate.serialNumber.toString(16).slice(0, 8)}.pem`
    files.set(`${folder}${name}`, pem(identity))
    return name
  }
  const settings = instances.map(
    ({ instance, ocspFreshnessSeconds = 28_800, verifyOcspNextUpdate, expires, authorities, timeStamping }) => ({
      instance,
      ocspFreshnessSeconds,
      ...(verifyOcspNextUpdate === undefined ? {} : { verifyOcspNextUpdate }),
      ...(expires === undefined ? {} : { expires }),
      authorities: authorities.map(({ identity, certificateProfile, responders = [], intermediates = [], to }) => ({
        files: file(identity),
        certificateProfile,
        ...(responders.length === 0 ? {} : { responders: responders.map(file) }),
        ...(intermediates.length === 0 ? {} : { intermediates: intermediates.map(file) }),
        ...(to === undefined ? {} : { to }),
      })),
      timeStamping: timeStamping.map(({ identity, to }) => ({ files: file(identity), ...(to === undefined ? {} : { to }) })),
    }),
  )
  files.set(`${folder}xroad.json`, `${JSON.stringify({ instances: settings }, null, 2)}\n`)
  return files
}
