import { randomBytes } from 'node:crypto'
import { type AskResponder, OcspStatuses } from '#capsules/clients'
import { type Limits, type OcspSettings, readBuildInformation } from '#config'
import type { Instant } from '#model'
import { FetchError } from '#trust/lists'
import { createHttpFetcher } from '#trust/supply'

/** Opens the OCSP client for client certificates. It uses the fetcher of trusted lists, with its address guard and its bounds on size and time. */
export function openOcspStatuses(
  { hosts, maxAge, proxy, privateAddresses }: OcspSettings,
  limits: Limits,
  now: () => Instant,
): OcspStatuses {
  const { ocsp } = limits.capsules
  return new OcspStatuses({
    hosts: new Set(hosts),
    ask: createAskResponder(proxy, privateAddresses, ocsp),
    now,
    nonce: () => randomBytes(ocsp.nonceBytes),
    freshness: { clockSkewMilliseconds: ocsp.clockSkewMilliseconds, maxAgeMilliseconds: maxAge },
    limits: limits.asn1,
    bounds: ocsp,
  })
}

function createAskResponder(
  proxy: string | null,
  privateAddresses: boolean,
  { milliseconds, idleMilliseconds, maxBytes }: Limits['capsules']['ocsp'],
): AskResponder {
  const { name, version } = readBuildInformation()
  const fetch = createHttpFetcher({
    proxy: proxy === null ? null : new URL(proxy),
    privateAddresses,
    userAgent: `${name}/${version}`,
    limits: { maxBytes, maxRedirects: 0, milliseconds, idleMilliseconds },
  })
  return async (location, body) => {
    try {
      const question = { contentType: 'application/ocsp-request', accept: 'application/ocsp-response', body }
      const answer = await fetch({ location, etag: null, lastModified: null, question })
      return answer.kind === 'fetched' ? { kind: 'answer', der: answer.bytes } : { kind: 'failed', reason: 'The answer has no content.' }
    } catch (error) {
      if (error instanceof FetchError) return { kind: 'failed', reason: error.message }
      throw error
    }
  }
}
