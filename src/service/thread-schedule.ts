import { ClientStandings, type StandingBounds } from './client-standings.js'
import { FairQueue, type Queued } from './fair-queue.js'

export interface ScheduleBounds extends StandingBounds {
  /** Threads in which a task runs until it ends. */
  readonly maxThreads: number
  /** Threads besides, in which tasks get slices of time while all others are busy. */
  readonly spareThreads: number
  /** When every thread has been busy with one task for this time, spare threads take what waits. */
  readonly busyMilliseconds: number
  /** The second slice, in which a task begins anew. After it, it waits for a thread in which it runs until it ends. */
  readonly secondSliceMilliseconds: number
}

export interface ScheduledTask extends Queued {
  /** Expected duration, by kind and size: nothing else is known before it runs. */
  readonly expectedMilliseconds: number
}

export type Place = 'ordinary' | 'spare' | 'last-spare'

/** A task that is given to a thread. */
export interface Turn<Task extends ScheduledTask> {
  readonly task: Task
  readonly place: Place
  readonly started: number
  /** The time after which it is cut off; null where it runs until it ends. */
  readonly slice: number | null
}

/**
 * Which task is given to which thread, and for how long. Without threads, clocks and timers of its own: the caller says what the time is.
 *
 * Ordinary threads take the task of the client that has used the least, whatever it will take. While all of them are busy, spare threads take what waits:
 *
 * - a task has a first slice there, then a second and longer one, each of which begins it anew. The first slices of clients without long tasks come first;
 * - the last spare thread has first slices only, and none for clients that had long tasks lately. There those who have been known for short tasks for the
 *   longest time come first, and unknown clients last.
 *
 * So a short task of a client without long ones waits for `busyMilliseconds`, and then for as many first slices as there are tasks before it; a known
 * client waits for no unknown one but that which is running. Each of n unknown clients with a long task has one first slice before that is known of it.
 */
export class ThreadSchedule<Task extends ScheduledTask> {
  readonly #bounds: ScheduleBounds
  readonly #standings: ClientStandings
  readonly #waiting = new FairQueue<Task>()
  readonly #running = new Set<Turn<Task>>()
  /** Slices that tasks have had without ending. */
  readonly #cutOff = new WeakMap<Task, 1 | 2>()

  constructor(bounds: ScheduleBounds) {
    this.#bounds = bounds
    this.#standings = new ClientStandings(bounds)
  }

  get waiting(): Iterable<Task> & { readonly size: number } {
    return this.#waiting
  }

  get running(): ReadonlySet<Turn<Task>> {
    return this.#running
  }

  add(task: Task): void {
    this.#waiting.add(task)
  }

  /** False when it does not wait. */
  remove(task: Task): boolean {
    return this.#waiting.remove(task)
  }

  /** The task that is dropped when too many wait: of the client with the most; among equals an unknown client before a known one, then the one that has used more. */
  tooMany(newcomer: string, now: number): Task | null {
    return this.#waiting.newestOfLargest(newcomer, (client) => this.#strangenessOf(client, now))
  }

  /** Whether that would be a task of the newcomer, if it came now. */
  wouldGiveWay(newcomer: string, now: number): boolean {
    return this.#waiting.wouldGiveWay(newcomer, (client) => this.#strangenessOf(client, now))
  }

  /** The next task to be given to a thread, or null. `ready`: threads that have started; more tasks than these would wait for a start. */
  next(now: number, ready: number): Turn<Task> | null {
    const { maxThreads, spareThreads, busyMilliseconds } = this.#bounds
    if (this.#waiting.size === 0 || this.#running.size >= Math.max(1, ready)) return null
    const at = (place: Place) => [...this.#running].filter((turn) => turn.place === place)
    const ordinary = at('ordinary')
    // While a thread restarts, there is one fewer for ordinary places; the spare places stay.
    if (ordinary.length < Math.max(1, Math.min(maxThreads, ready - spareThreads))) return this.#take('ordinary', now)
    if (!ordinary.every(({ started }) => now - started >= busyMilliseconds)) return null
    const hasLast = spareThreads > 1
    const free = at('spare').length < spareThreads - (hasLast ? 1 : 0)
    return (free ? this.#take('spare', now) : null) ?? (hasLast && at('last-spare').length === 0 ? this.#take('last-spare', now) : null)
  }

  /** The task has ended, or used up its slice: then it waits again. */
  ended(turn: Turn<Task>, now: number, how: 'done' | 'cut-off'): void {
    const { firstSliceMilliseconds } = this.#bounds
    const { task, slice, started } = turn
    this.#running.delete(turn)
    // How long it would have taken is not known: twice the slice says for one half-life that it is long.
    const atLeast = how === 'cut-off' ? 2 * firstSliceMilliseconds : 0
    this.#standings.add(task.client, Math.max(now - started, atLeast), now)
    if (how === 'done') return
    this.#cutOff.set(task, slice === firstSliceMilliseconds ? 1 : 2)
    this.#waiting.add(task)
  }

  #take(place: Place, now: number): Turn<Task> | null {
    const { firstSliceMilliseconds, secondSliceMilliseconds } = this.#bounds
    const task = this.#waiting.take((candidate) => this.#scoreOf(candidate, place, now))
    if (task === null) return null
    const slice = place === 'ordinary' ? null : this.#mayBeShort(task, now) ? firstSliceMilliseconds : secondSliceMilliseconds
    const turn: Turn<Task> = { task, place, started: now, slice }
    this.#running.add(turn)
    return turn
  }

  /** The task with the lowest score is next; null: it may not run in this place. */
  #scoreOf(task: Task, place: Place, now: number): number | null {
    const used = this.#usedBy(task.client, now) + task.expectedMilliseconds
    switch (place) {
      case 'ordinary':
        return used
      case 'spare':
        if (this.#cutOff.get(task) === 2 || task.expectedMilliseconds >= this.#bounds.secondSliceMilliseconds) return null
        return used + (this.#mayBeShort(task, now) ? 0 : aboveAnyUse)
      case 'last-spare':
        return this.#mayBeShort(task, now) ? this.#strangenessOf(task.client, now) + task.expectedMilliseconds : null
    }
  }

  #mayBeShort(task: Task, now: number): boolean {
    const { firstSliceMilliseconds } = this.#bounds
    return (
      !this.#cutOff.has(task) &&
      task.expectedMilliseconds < firstSliceMilliseconds &&
      this.#longestOf(task.client, now) < firstSliceMilliseconds
    )
  }

  #strangenessOf(client: string, now: number): number {
    return this.#usedBy(client, now) - aboveAnyUse * this.#standings.seniorityOf(client)
  }

  /** Time of threads that a client has used, that of its running tasks included. */
  #usedBy(client: string, now: number): number {
    return this.#runningOf(client, now).reduce((sum, milliseconds) => sum + milliseconds, this.#standings.usedBy(client, now))
  }

  #longestOf(client: string, now: number): number {
    return Math.max(this.#standings.longestOf(client, now), ...this.#runningOf(client, now))
  }

  #runningOf(client: string, now: number): readonly number[] {
    // A loop, because this is asked of every client that waits, for each document that comes while the queue is full.
    const milliseconds: number[] = []
    for (const { task, started } of this.#running) if (task.client === client) milliseconds.push(now - started)
    return milliseconds
  }
}

/** A score above any possible use in milliseconds. */
const aboveAnyUse = 1e9
