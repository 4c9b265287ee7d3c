import type { Identity } from './certificate.js'
import { ddocPki } from './ddoc/pki.js'
import { pki, variantOf } from './pki.js'

/** A certificate that is trusted, as what, and when. */
export interface TrustedCertificate {
  /** File name of its PEM. */
  readonly name: string
  readonly identity: Identity
  /** Service type of TS 119 612 5.5.1. */
  readonly type: 'CA/QC' | 'Certstatus/OCSP/QC' | 'TSA/QTST'
  /** Newest first; ISO 8601, UTC. */
  readonly periods: readonly { readonly status: 'granted' | 'withdrawn'; readonly from: string; readonly to: string | null }[]
}

const always = [{ status: 'granted', from: '2016-07-01T00:00:00Z', to: null }] as const
/** Granted at first, withdrawn before the test documents were made. */
const withdrawnIn2024 = [
  { status: 'withdrawn', from: '2024-06-01T00:00:00Z', to: null },
  { status: 'granted', from: '2016-07-01T00:00:00Z', to: '2024-06-01T00:00:00Z' },
] as const
/** Withdrawn between the making of the documents and the moment of judgement. */
const withdrawnLater = [
  { status: 'withdrawn', from: '2026-04-01T00:00:00Z', to: null },
  { status: 'granted', from: '2016-07-01T00:00:00Z', to: '2026-04-01T00:00:00Z' },
] as const

type Periods = TrustedCertificate['periods']
const authority = (name: string, identity: Identity, periods: Periods = always) => ({ name, identity, type: 'CA/QC', periods }) as const
const responder = (periods: Periods = always) =>
  ({ name: 'listed-responder', identity: pki.listedResponder, type: 'Certstatus/OCSP/QC', periods }) as const
const unit = (periods: Periods = always) =>
  ({ name: 'time-stamping-unit', identity: pki.timeStampingUnit, type: 'TSA/QTST', periods }) as const

const issuing = (periods: Periods = always) => authority('issuing-authority', pki.issuingAuthority, periods)
const second = authority('second-authority', pki.secondAuthority)

/** Trust in several states of the world. Each becomes a settings file of its own. */
export const trusts = {
  /** Two issuing authorities, a responder and a time-stamping unit, all granted. */
  standard: [issuing(), second, responder(), unit()],
  /** The root instead of the issuing authorities, so that these are judged as part of the path. */
  root: [authority('root', pki.root), responder(), unit()],
  'authority-withdrawn-before': [issuing(withdrawnIn2024), second, responder(), unit()],
  'authority-withdrawn-after': [issuing(withdrawnLater), second, responder(withdrawnLater), unit(withdrawnLater)],
  'responder-withdrawn': [issuing(), second, responder(withdrawnIn2024), unit()],
  'unit-withdrawn': [issuing(), second, responder(), unit(withdrawnIn2024)],
  /** Authorities whose names mean something in DIGIDOC-XML. */
  estonian: [authority('estonian-authority', ddocPki.estonianAuthority), authority('test-authority', ddocPki.testAuthority), responder()],
  'responder-expired': [
    issuing(),
    { ...responder(), name: 'expired-responder', identity: variantOf(pki.listedResponder, { notAfter: '2026-01-01T00:00:00Z' }) },
  ],
  none: [],
} as const satisfies Record<string, readonly TrustedCertificate[]>

export type TrustName = keyof typeof trusts

const roles = { 'CA/QC': 'ca', 'Certstatus/OCSP/QC': 'ocsp', 'TSA/QTST': 'tsa' } as const

/** A certificate as PEM. */
export function pem(identity: Identity): string {
  const lines = identity.certificate.der.toString('base64').replace(/.{64}(?=.)/g, '$&\n')
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
}

/** Where the settings of a trust stand, below the folder of the fixtures. Pointing at `trust/` itself gives the standard one. */
export const trustPath = (name: TrustName): string => (name === 'standard' ? 'trust/standard.json' : `trust/other/${name}.json`)

/** Files that the service can be pointed at: settings for each trust and the certificates that they name; by path. */
export function trustFiles(): ReadonlyMap<string, string> {
  const files = new Map<string, string>()
  for (const [name, services] of Object.entries(trusts) as [TrustName, readonly TrustedCertificate[]][]) {
    const folder = name === 'standard' ? 'certificates' : '../certificates'
    const settings = services.map((service) => ({
      files: `${folder}/${service.name}.pem`,
      role: roles[service.type],
      type: service.type,
      periods: service.periods,
    }))
    const comment = 'Test certificates of the fixture generator; their private keys are public.'
    files.set(trustPath(name), `${JSON.stringify({ comment, services: settings }, null, 2)}\n`)
    for (const service of services) files.set(`trust/certificates/${service.name}.pem`, pem(service.identity))
  }
  return files
}
