/** The bytes that one request holds. The caller releases them when the request has been answered, whatever the answer. */
export interface Lease {
  /** Adds bytes; false when there is no room for them. */
  take(bytes: number): boolean
  /** Marks the body as complete. From then on it is processed and can no longer be revoked. */
  complete(): void
  release(): void
}

export interface BytesInFlight {
  /** @param revoke called to end a body that is still arriving, to make room for a body of another client; its lease has been released */
  lease(client: string, revoke: () => void): Lease
  held(): number
}

interface Holding {
  readonly client: string
  readonly revoke: () => void
  bytes: number
  arriving: boolean
}

/** Share of the bound that one client may hold while others hold bytes. Complete bodies cannot be revoked, so the rest is reserved for the others. */
const maxShareOfClient = 3 / 4

/**
 * Bounds the sum of all bodies that are held at the same time. Every byte counts from its arrival until its request has been answered.
 *
 * The bound is shared fairly between clients. When it is reached, bodies that are still arriving are revoked, first those of the client that holds the most, as
 * long as it holds more than the client that needs room. Otherwise a few bodies that never end would exclude all other clients.
 */
export function createBytesInFlight(maxBytes: number): BytesInFlight {
  const holdings = new Set<Holding>()
  const sums = new Map<string, number>()
  let held = 0
  const add = (holding: Holding, bytes: number): void => {
    held += bytes
    holding.bytes += bytes
    const sum = (sums.get(holding.client) ?? 0) + bytes
    if (sum === 0) sums.delete(holding.client)
    else sums.set(holding.client, sum)
  }
  const release = (holding: Holding): void => {
    add(holding, -holding.bytes)
    holdings.delete(holding)
  }
  const fits = (requester: Holding, bytes: number): boolean => {
    if (held + bytes > maxBytes) return false
    // A request that is the only holder may use the whole bound: the size of one body has its own bound.
    return held === requester.bytes || (sums.get(requester.client) ?? 0) + bytes <= maxBytes * maxShareOfClient
  }
  const makeRoom = (requester: Holding, bytes: number): boolean => {
    while (!fits(requester, bytes)) {
      const victim = nextToRevoke(holdings, sums, requester.client, bytes)
      if (victim === null) return false
      release(victim)
      victim.revoke()
    }
    return true
  }
  return {
    held: () => held,
    lease: (client, revoke) => {
      const holding: Holding = { client, revoke, bytes: 0, arriving: true }
      holdings.add(holding)
      return {
        take: (bytes) => {
          // A revoked lease is no longer among the holdings.
          if (!holdings.has(holding) || !makeRoom(holding, bytes)) return false
          add(holding, bytes)
          return true
        },
        complete: () => {
          holding.arriving = false
        },
        release: () => release(holding),
      }
    },
  }
}

/** The oldest arriving body of the client that holds the most; null when no other client holds more than the requesting client would. */
function nextToRevoke(holdings: ReadonlySet<Holding>, sums: ReadonlyMap<string, number>, requester: string, bytes: number): Holding | null {
  const own = (sums.get(requester) ?? 0) + bytes
  let most: Holding | null = null
  for (const holding of holdings) {
    if (!holding.arriving || holding.bytes === 0 || holding.client === requester) continue
    const sum = sums.get(holding.client) ?? 0
    if (sum > own && sum > (most === null ? 0 : (sums.get(most.client) ?? 0))) most = holding
  }
  return most
}
