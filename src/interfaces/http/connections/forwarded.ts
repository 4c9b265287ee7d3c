import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { parse } from 'forwarded-parse'

/** One element of `Forwarded`: what a proxy states about the request that it received. */
export interface Hop {
  /** `for`: the address of the proxy's peer, or an obfuscated identifier (`unknown`, `_hidden`; RFC 7239, 6.3). */
  readonly address: string
  readonly protocol: string | undefined
  readonly host: string | undefined
}

/**
 * The elements of `Forwarded` (RFC 7239), that of the nearest proxy last. Empty without the header. Null when it is malformed, because it is then unknown which
 * part was written by a proxy.
 */
export function readForwarded({ forwarded }: IncomingHttpHeaders): readonly Hop[] | null {
  if (forwarded === undefined) return []
  try {
    return parse(forwarded).map((element) => {
      const pairs = new Map(Object.entries(element))
      return { address: bareAddress(pairs.get('for') ?? ''), protocol: pairs.get('proto'), host: pairs.get('host') }
    })
  } catch (error) {
    if (error instanceof Error && error.name === 'ParseError') return null
    throw error
  }
}

/** The addresses of `X-Forwarded-For`, that of the nearest proxy last; empty without the header. */
export function readForwardedFor(headers: IncomingHttpHeaders): readonly string[] {
  return listOf(headers['x-forwarded-for']).map(bareAddress)
}

/** The values of a comma-separated header. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  const text = typeof value === 'string' ? value : (value ?? []).join(',')
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}

/** An address without the port that some proxies append, and without IPv6 brackets; any other text unchanged. */
function bareAddress(text: string): string {
  const [, version6, version4] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(text) ?? []
  const bare = version6 ?? version4 ?? text
  return isIP(bare) === 0 ? text : bare
}
