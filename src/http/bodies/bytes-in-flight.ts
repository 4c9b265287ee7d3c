/** The bytes that one request holds. Released when the request is answered, whatever the answer. */
export interface Lease {
  /** False when there is no room for more. */
  take(bytes: number): boolean
  /** Marks the body as complete: it is being processed, so it can no longer be revoked. */
  complete(): void
  release(): void
}

export interface BytesInFlight {
  /** @param revoke ends a body that is still arriving, to make room for another client's; the lease is released at once */
  lease(client: string, revoke: () => void): Lease
  held(): number
}

interface Holding {
  readonly client: string
  readonly revoke: () => void
  bytes: number
  arriving: boolean
}

/** Share of the bound that one client may hold: complete bodies cannot be revoked, so the rest is kept for others. */
const shareOfOne = 3 / 4

/**
 * Bounds the sum of all bodies that are held at once: every byte counts from its arrival until its request is answered.
 *
 * The bound is shared fairly between clients. When it is reached, bodies that are still arriving are revoked, those of the client that holds the most first, as
 * long as it holds more than the asking client. Otherwise a few bodies that never end would keep all other clients out.
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
  const fits = (asking: Holding, bytes: number): boolean => {
    if (held + bytes > maxBytes) return false
    // The only holder may take everything: its size has a bound of its own.
    return held === asking.bytes || (sums.get(asking.client) ?? 0) + bytes <= maxBytes * shareOfOne
  }
  const makeRoom = (asking: Holding, bytes: number): boolean => {
    while (!fits(asking, bytes)) {
      const victim = nextToGiveUp(holdings, sums, asking.client, bytes)
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

/** The oldest arriving body of the client that holds the most; null when no client holds more than the asking one would. */
function nextToGiveUp(holdings: ReadonlySet<Holding>, sums: ReadonlyMap<string, number>, asking: string, bytes: number): Holding | null {
  const own = (sums.get(asking) ?? 0) + bytes
  let most: Holding | null = null
  for (const holding of holdings) {
    if (!holding.arriving || holding.bytes === 0 || holding.client === asking) continue
    const sum = sums.get(holding.client) ?? 0
    if (sum > own && sum > (most === null ? 0 : (sums.get(most.client) ?? 0))) most = holding
  }
  return most
}
