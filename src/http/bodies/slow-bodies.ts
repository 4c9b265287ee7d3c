export interface SlowBodyBounds {
  /** Without a byte for so long, a body is idle. */
  readonly idleAfterMilliseconds: number
  /** Without a byte for so long, it is given up. */
  readonly maxIdleMilliseconds: number
  /** Still arriving after so long, a body is slow. */
  readonly slowAfterMilliseconds: number
  /** Idle bodies, and slow ones, of one client. */
  readonly maxIdlePerClient: number
  readonly maxSlowPerClient: number
}

export interface BodyWatch {
  arrived(): void
  /** It is complete, refused or cut off. */
  done(): void
}

export interface SlowBodies {
  /** @param giveUp is called at most once, and never after `done` */
  watch(client: string, giveUp: () => void): BodyWatch
}

type Waiting = Map<string, Set<() => void>>

/**
 * Bodies that arrive slowly, or not at all. A client has a few of each; the one that has waited longest gives way to a new one, and one without a byte for
 * long enough is given up in any case. Whoever sends at the speed of a slow line is not concerned.
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
