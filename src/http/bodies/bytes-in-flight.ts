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

/** Bodies that are complete keep their room until they are answered, so one client may have no more of it than this: the rest is for others. */
const shareOfOne = 3 / 4

/**
 * Bounds the bodies that are held at once, not only the size of each: every byte counts from its arrival until its request is answered.
 *
 * The room is fair between clients. When there is none left, the one that holds the most gives up bodies that are still arriving, for as long as it holds
 * more than the one that asks. Otherwise a few bodies that never end would keep everybody else out.
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
    // The only body of all may take everything: it is bounded by itself.
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
          // Revoked while its last bytes were under way.
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

/** The oldest arriving body of the client that holds the most; null when none holds more than the asking one would. */
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
