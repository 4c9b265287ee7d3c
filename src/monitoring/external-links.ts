import type { Dispatcher } from 'undici'
import { reasonOf } from '#model'
import { memberOf } from '#std'
import type { LinkStatus } from '#threads'

interface LinkState {
  readonly name: string
  readonly status: LinkStatus
}

/** The external systems that the operator names. */
export interface ExternalLinks {
  /** Requests all links concurrently. The states are in the order of the settings. Never rejects. */
  check(): Promise<readonly LinkState[]>
  close(): Promise<void>
}

interface LinkBounds {
  /** Timeout for the whole exchange: connection, head and body of the answer. */
  readonly milliseconds: number
  readonly maxAnswerBytes: number
}

interface ExternalLinksOptions {
  readonly links: readonly { readonly name: string; readonly url: string }[]
  readonly bounds: LinkBounds
  /** Called when the state of a link changes, and when its first state is DOWN; `reason` is empty for UP. */
  readonly onChange: (state: LinkState, reason: string) => void
}

/** A link is UP when it answers in time with HTTP 200 and a JSON object whose `status` is UP, otherwise DOWN. Redirects are not followed. */
export function openExternalLinks({ links, bounds, onChange }: ExternalLinksOptions): ExternalLinks {
  // Loaded only when there are links: the HTTP client takes 18 MB.
  const client = import('undici').then(({ Agent, request }) => ({
    request,
    agent: new Agent({ connect: { timeout: bounds.milliseconds } }),
  }))
  const known = new Map<string, LinkStatus>()
  let checking: Promise<readonly LinkState[]> | null = null

  async function stateOf({ name, url }: ExternalLinksOptions['links'][number]): Promise<LinkState> {
    const reason = await whyDown(url, await client, bounds)
    const state: LinkState = { name, status: reason === '' ? 'UP' : 'DOWN' }
    if (known.get(name) !== state.status && !(reason === '' && !known.has(name))) onChange(state, reason)
    known.set(name, state.status)
    return state
  }

  return {
    check: () => {
      // Concurrent calls share one check. Health is public, and its requests must not multiply the requests to the links.
      checking ??= Promise.all(links.map(stateOf)).finally(() => {
        checking = null
      })
      return checking
    },
    close: async () => (await client).agent.destroy(),
  }
}

/** The reason why a link is DOWN; empty when it is UP. */
async function whyDown(
  url: string,
  { request, agent }: { readonly request: typeof import('undici').request; readonly agent: Dispatcher },
  { milliseconds, maxAnswerBytes }: LinkBounds,
): Promise<string> {
  try {
    const signal = AbortSignal.timeout(milliseconds)
    const answer = await request(url, { dispatcher: agent, signal, reset: true, headers: { accept: 'application/json' } })
    const text = await readText(answer.body, maxAnswerBytes)
    if (answer.statusCode !== 200) return `it answered with HTTP ${answer.statusCode}`
    return isUp(text) ? '' : 'its answer is not a JSON object with the status UP'
  } catch (error) {
    // A failed connection, a time-out or a broken answer is the state of the link, not an error of the service.
    return reasonOf(error)
  }
}

async function readText(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<string> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of body) {
    size += piece.length
    if (size > maxBytes) throw new Error(`its answer has more than ${maxBytes} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces).toString('utf8')
}

function isUp(text: string): boolean {
  return memberOf(JSON.parse(text), 'status') === 'UP'
}
