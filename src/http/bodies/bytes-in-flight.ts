/** Bytes of bodies that one request holds. Released when the request is answered, whatever the answer. */
export interface Lease {
  /** False when there is no room for more. */
  take(bytes: number): boolean
  /** The body is complete: it is being processed, and its room cannot be given to another client. */
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

/**
 * Bounds the bodies that are held at once, not only the size of each: every byte counts from its arrival until its request is answered.
 *
 * The room is fair between clients. One alone may have all of it; when there is none left, the client that holds the most gives up bodies that are still
 * arriving, for as long as it holds more than the one that asks. Otherwise a few bodies that never end would keep everybody else out.
 */
export function createBytesInFlight(maxBytes: number): BytesInFlight {
  const holdings = new Set<Holding>()
  let held = 0
  const release = (holding: Holding): void => {
    held -= holding.bytes
    holding.bytes = 0
    holdings.delete(holding)
  }
  const makeRoom = (asking: Holding, bytes: number): boolean => {
    while (held + bytes > maxBytes) {
      const victim = nextToGiveUp(holdings, asking.client, bytes)
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
          // Revoked while its last bytes were under way.
          if (!holdings.has(holding) || !makeRoom(holding, bytes)) return false
          held += bytes
          holding.bytes += bytes
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

/** The oldest arriving body of the client that holds the most; null when none holds more than the asking one would. */
function nextToGiveUp(holdings: ReadonlySet<Holding>, asking: string, bytes: number): Holding | null {
  const sums = new Map<string, number>()
  for (const holding of holdings) sums.set(holding.client, (sums.get(holding.client) ?? 0) + holding.bytes)
  const own = (sums.get(asking) ?? 0) + bytes
  let most: Holding | null = null
  for (const holding of holdings) {
    if (!holding.arriving || holding.bytes === 0 || holding.client === asking) continue
    const sum = sums.get(holding.client) ?? 0
    if (sum > own && sum > (most === null ? 0 : (sums.get(most.client) ?? 0))) most = holding
  }
  return most
}
