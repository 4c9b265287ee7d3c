import { describe, expect, it } from 'vitest'
import { type Assignment, type ScheduleBounds, type ScheduledTask, ThreadSchedule } from '../../src/service/thread-schedule.js'

const bounds: ScheduleBounds = {
  maxThreads: 2,
  spareThreads: 2,
  busyMilliseconds: 100,
  firstSliceMilliseconds: 250,
  secondSliceMilliseconds: 1_000,
  useHalfLifeMilliseconds: 30_000,
  seniorityPeriodMilliseconds: 10_000,
  maxSeniorityPeriods: 31,
  maxKnownClients: 10_000,
}

interface Task extends ScheduledTask {
  /** That it really takes. */
  readonly takes: number
  readonly came: number
}

interface Load {
  /** The next task after the one that was answered, and when it comes; null when there is none. */
  readonly next: (
    now: number,
  ) => { readonly client: string; readonly takes: number; readonly at: number; readonly expected?: number } | null
}

/** Clients with one task each at a time, on threads that take exactly as long as they should. A clock of its own: nothing here depends on the machine. */
function simulate(
  loads: readonly Load[],
  until: number,
  options: Partial<ScheduleBounds> & { readonly readyAt?: (now: number) => number } = {},
) {
  const rule = { ...bounds, ...options }
  const schedule = new ThreadSchedule<Task>(rule)
  const answered: { readonly client: string; readonly came: number; readonly waited: number; readonly place: Assignment<Task>['place'] }[] =
    []
  const coming: { readonly task: Task; readonly load: Load }[] = []
  const owners = new Map<Task, Load>()
  const refused: string[] = []
  const refuse = (task: Task | null) => {
    if (task !== null && schedule.remove(task)) refused.push(task.client)
  }
  const plan = (load: Load, now: number) => {
    const next = load.next(now)
    if (next === null) return
    const { client, takes, at, expected = 1 } = next
    coming.push({ task: { client, takes, expectedMilliseconds: expected, came: at }, load })
  }
  for (const load of loads) plan(load, 0)
  for (let now = 0; now <= until; now++) {
    for (const each of coming.filter(({ task }) => task.came <= now)) {
      coming.splice(coming.indexOf(each), 1)
      owners.set(each.task, each.load)
      schedule.add(each.task)
      if (schedule.waiting.size > 256) refuse(schedule.tooMany(each.task.client, now))
    }
    for (const task of [...schedule.waiting]) if (now - task.came > 10_000) refuse(task)
    for (const turn of [...schedule.running]) {
      const ran = now - turn.started
      if (ran >= turn.task.takes) {
        schedule.ended(turn, now, 'done')
        answered.push({ client: turn.task.client, came: turn.task.came, waited: now - turn.task.came, place: turn.place })
        const load = owners.get(turn.task)
        if (load !== undefined) plan(load, now)
      } else if (turn.slice !== null && ran >= turn.slice) schedule.ended(turn, now, 'cut-off')
    }
    while (schedule.next(now, options.readyAt?.(now) ?? rule.maxThreads + rule.spareThreads) !== null);
  }
  const waits = (client: string) => answered.filter((each) => each.client === client).map(({ waited }) => waited)
  return { answered, refused, waits, slowest: (client: string) => Math.max(...waits(client)), schedule }
}

/** Sends the next one at once. */
const greedy = (client: string, takes: number, from = 0): Load => ({ next: (now) => ({ client, takes, at: Math.max(now, from) }) })
/** Sends one, and the next so long after the answer. */
const steady = (client: string, takes: number, every: number, from = 0): Load => ({
  next: (now) => ({ client, takes, at: Math.max(now + every, from) }),
})
/** Sends one document from each of many addresses, at this interval, without waiting for any answer. */
function strangers(name: string, takes: number, every: number, until: number, from = 0): readonly Load[] {
  return Array.from({ length: Math.floor((until - from) / every) }, (_, number) => {
    let sent = false
    return {
      next: () => {
        if (sent) return null
        sent = true
        return { client: `${name}${number}`, takes, at: from + number * every }
      },
    }
  })
}
const poison = (takes: number) => Array.from({ length: 10 }, (_, number) => greedy(`poison${number}`, takes))

describe('which task is given to which thread', () => {
  for (const takes of [150, 300, 900, 3_000, 30_000])
    it(`a client next to ten with documents of ${takes} ms is answered within 1.5 s, also the first time`, () => {
      const { slowest, waits } = simulate([...poison(takes), steady('good', 10, 200)], 60_000)
      expect(waits('good').length).toBeGreaterThan(100)
      expect(slowest('good')).toBeLessThan(1_500)
    })

  it('also with a single thread, and where the ten came first', () => {
    const { slowest, waits } = simulate([...poison(30_000), steady('good', 10, 200, 50)], 60_000, { maxThreads: 1 })
    expect(waits('good').length).toBeGreaterThan(100)
    expect(slowest('good')).toBeLessThan(1_500)
  })

  it('who is known waits for one first slice at most, however many strangers come with long documents', () => {
    const flood = strangers('stranger', 30_000, 20, 35_000, 5_000)
    const { answered, refused } = simulate([...flood, steady('good', 10, 200)], 35_000)
    const good = answered.filter(({ client }) => client === 'good')
    expect(refused.length).toBeGreaterThan(500)
    expect(refused).not.toContain('good')
    expect(good.length).toBeGreaterThan(80)
    expect(Math.max(...good.map(({ waited }) => waited))).toBeLessThanOrEqual(100 + 250 + 10 + 1)
  })

  it('who is known for long comes before addresses that were made known for this, by one short document each', () => {
    const made = Array.from({ length: 400 }, (_, number): Load => {
      let sent = 0
      return {
        next: (now) => {
          sent += 1
          // All of the long ones at the same moment.
          return sent > 2
            ? null
            : { client: `made${number}`, takes: sent === 1 ? 5 : 30_000, at: sent === 1 ? number * 50 : Math.max(now, 60_000) }
        },
      }
    })
    const { answered, refused } = simulate([...made, steady('good', 10, 200)], 80_000)
    const good = answered.filter(({ client }) => client === 'good')
    expect(refused).not.toContain('good')
    expect(good.length).toBeGreaterThan(200)
    expect(Math.max(...good.map(({ waited }) => waited))).toBeLessThanOrEqual(100 + 250 + 10 + 1)
  })

  it('a client that turns bad after a hundred short documents gets the last spare thread for one slice in a half-life', () => {
    let sent = 0
    const turning: Load = { next: (now) => ({ client: 'turning', takes: ++sent <= 100 ? 5 : 30_000, at: now + 300 }) }
    const { slowest, schedule } = simulate(
      [turning, greedy('other', 30_000, 40_000), greedy('another', 30_000, 40_000), steady('good', 10, 100)],
      90_000,
    )
    expect(slowest('good')).toBeLessThanOrEqual(100 + 250 + 10 + 1)
    expect([...schedule.running].filter(({ place, task }) => place === 'last-spare' && task.client === 'turning')).toEqual([])
  })

  it('a long document of a client with few of them ends in an ordinary thread, next to ten clients that send only long ones', () => {
    const { slowest, waits } = simulate([...poison(1_500), steady('large', 1_500, 10_000)], 120_000)
    expect(waits('large').length).toBeGreaterThan(5)
    expect(slowest('large')).toBeLessThan(6_000)
  })

  it('what is expected to take long does not enter a first slice, and what takes longest no slice at all', () => {
    const expecting = (client: string, expected: number): Load => ({ next: (now) => ({ client, takes: 5_000, expected, at: now }) })
    const { schedule } = simulate([...poison(30_000), expecting('middle', 300), expecting('largest', 2_000)], 3_000)
    const turns = [...schedule.running]
    expect(turns.filter(({ task, slice }) => task.client === 'middle' && slice === 250)).toEqual([])
    expect(turns.filter(({ task, place }) => task.client === 'largest' && place !== 'ordinary')).toEqual([])
  })

  it('while a thread starts anew, there is one ordinary thread less, and as many spare ones', () => {
    const { slowest } = simulate([...poison(30_000), steady('good', 10, 200)], 60_000, { readyAt: (now) => (now > 2_000 ? 3 : 4) })
    expect(slowest('good')).toBeLessThan(1_500)
  })

  it('where every document is short, spare threads have nothing to do', () => {
    const { answered } = simulate(
      Array.from({ length: 20 }, (_, number) => greedy(`client${number}`, 20)),
      10_000,
    )
    expect(new Set(answered.map(({ place }) => place))).toEqual(new Set(['ordinary']))
    const each = Array.from({ length: 20 }, (_, number) => answered.filter(({ client }) => client === `client${number}`).length)
    expect(Math.max(...each) - Math.min(...each)).toBeLessThanOrEqual(2)
  })
})

describe('who gives way when too many wait', () => {
  const task = (client: string): Task => ({ client, takes: 1, expectedMilliseconds: 1, came: 0 })

  it('is the client with the most documents, and among equals a new one before a known one', () => {
    const { schedule } = simulate([steady('good', 10, 200)], 15_000)
    for (let number = 0; number < 5; number++) schedule.add(task(`stranger${number}`))
    schedule.add(task('good'))
    expect(schedule.tooMany('good', 15_000)?.client).toMatch(/^stranger/)
    schedule.add(task('stranger9'))
    expect(schedule.tooMany('stranger9', 15_000)?.client).toBe('stranger9')
    schedule.add(task('good'))
    expect(schedule.tooMany('stranger9', 15_000)?.client).toBe('good')
  })

  it('is known before the task has come', () => {
    const { schedule } = simulate([steady('good', 10, 200)], 15_000)
    for (let number = 0; number < 5; number++) schedule.add(task(`stranger${number}`))
    for (const client of ['good', 'stranger0', 'stranger9']) {
      const before = schedule.wouldBeDropped(client, 15_000)
      const coming = task(client)
      schedule.add(coming)
      expect(schedule.tooMany(client, 15_000)?.client === client).toBe(before)
      expect(before).toBe(client !== 'good')
      schedule.remove(coming)
    }
  })
})
