import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import { parse } from 'forwarded-parse'

/** What one proxy has written of the request that it received. */
export interface Hop {
  /** The address of its own peer; another text (`unknown`, `_hidden`) when the proxy hides it or does not know it. */
  readonly address: string
  readonly protocol: string | undefined
  readonly host: string | undefined
}

/**
 * The hops of `Forwarded` (RFC 7239), that of the nearest proxy last. Empty when there is no such header, null when it cannot be read: the part that a proxy
 * has written is then unknown.
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

/** The values of a header that each proxy may lengthen. */
export function listOf(value: string | readonly string[] | undefined): readonly string[] {
  const text = typeof value === 'string' ? value : (value ?? []).join(',')
  return text === '' ? [] : text.split(',').map((part) => part.trim())
}

/** An address without the port that some proxies write behind it, and without the brackets of version 6. */
function bareAddress(text: string): string {
  const [, version6, version4] = /^(?:\[([^\]]*)\]|(\d+\.\d+\.\d+\.\d+))(?::\d+)?$/.exec(text) ?? []
  const bare = version6 ?? version4 ?? text
  return isIP(bare) === 0 ? text : bare
}
