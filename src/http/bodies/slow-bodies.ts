export interface SlowBodyBounds {
  /** A body is idle after this time without a byte. */
  readonly idleAfterMilliseconds: number
  /** A body is abandoned after this time without a byte. */
  readonly maxIdleMilliseconds: number
  /** A body that is still arriving after this time is slow. */
  readonly slowAfterMilliseconds: number
  /** Idle and slow bodies that one client may have. For one more of a kind, the body that has been of this kind for the longest time is abandoned. */
  readonly maxIdlePerClient: number
  readonly maxSlowPerClient: number
}

export interface BodyWatch {
  arrived(): void
  /** Ends the watch: the body is complete, refused or aborted. */
  done(): void
}

export interface SlowBodies {
  /** @param giveUp is called at most once, and never after `done` */
  watch(client: string, giveUp: () => void): BodyWatch
}

type Waiting = Map<string, Set<() => void>>

/**
 * Bounds the bodies that arrive slowly or not at all. Each client may have a few of each kind, and a body without a byte for `maxIdleMilliseconds` is
 * abandoned. A client on a slow line that sends continuously stays within these bounds.
 */
export function createSlowBodies(bounds: SlowBodyBounds): SlowBodies {
  const idle: Waiting = new Map()
  const slow: Waiting = new Map()
  return {
    watch: (client, onGiveUp) => {
      const done = () => {
        clearTimeout(idleTimer)
        clearTimeout(slowTimer)
        leave(idle, client, giveUp)
        leave(slow, client, giveUp)
      }
      const giveUp = () => {
        done()
        onGiveUp()
      }
      const becomeIdle = () => {
        enter(idle, client, giveUp, bounds.maxIdlePerClient)
        idleTimer = setTimeout(giveUp, bounds.maxIdleMilliseconds - bounds.idleAfterMilliseconds)
      }
      let idleTimer = setTimeout(becomeIdle, bounds.idleAfterMilliseconds)
      const slowTimer = setTimeout(() => enter(slow, client, giveUp, bounds.maxSlowPerClient), bounds.slowAfterMilliseconds)
      return {
        arrived: () => {
          if (leave(idle, client, giveUp)) {
            clearTimeout(idleTimer)
            idleTimer = setTimeout(becomeIdle, bounds.idleAfterMilliseconds)
          } else idleTimer.refresh()
        },
        done,
      }
    },
  }
}

function enter(waiting: Waiting, client: string, giveUp: () => void, max: number): void {
  const own = waiting.get(client) ?? new Set()
  waiting.set(client, own)
  own.add(giveUp)
  const [oldest] = own
  if (own.size > max) oldest?.()
}

function leave(waiting: Waiting, client: string, giveUp: () => void): boolean {
  const own = waiting.get(client)
  const was = own?.delete(giveUp) ?? false
  if (own?.size === 0) waiting.delete(client)
  return was
}
