import { ClientStandings, type StandingBounds } from './client-standings.js'
import { FairQueue, type Queued } from './fair-queue.js'

export interface ScheduleBounds extends StandingBounds {
  /** Number of ordinary threads, in which a task runs until it ends. */
  readonly maxThreads: number
  /** Number of additional threads, in which tasks get time slices while all ordinary threads are busy. */
  readonly spareThreads: number
  /** When every ordinary thread has been busy with its task for this time, waiting tasks are assigned to spare threads. */
  readonly busyMilliseconds: number
  /** Length of the second slice, in which a task restarts. When it does not end in this slice, it waits for an ordinary thread. */
  readonly secondSliceMilliseconds: number
}

export interface ScheduledTask extends Queued {
  /** Expected duration, estimated from kind and size, because nothing else is known before the task runs. */
  readonly expectedMilliseconds: number
}

export type Place = 'ordinary' | 'spare' | 'last-spare'

/** A task that is assigned to a thread. */
export interface Assignment<Task extends ScheduledTask> {
  readonly task: Task
  readonly place: Place
  readonly started: number
  /** Milliseconds after which the task is cut off; null when it runs until it ends. */
  readonly slice: number | null
}

/**
 * Decides which task is assigned to a thread next, and for how long. It has no threads, clocks or timers: the caller passes the current time.
 *
 * - Ordinary threads: the task of the client that has used the least time is next, however long it is expected to take. It runs until it ends.
 * - Spare threads are used while all ordinary threads are busy. A task gets a first slice, and then a second, longer one; it restarts in each. First slices for
 *   clients without long tasks come first.
 * - The last spare thread runs only first slices, and none for clients that had long tasks recently. The clients that have been known for short tasks for the
 *   longest time come first, unknown clients last.
 *
 * Consequences: a short task of a client without long tasks waits for `busyMilliseconds`, and then for one first slice for each task before it. A known client
 * waits at most for the running slice of an unknown client. Each of n unknown clients with a long task gets one first slice before it is known to have long
 * tasks.
 */
export class ThreadSchedule<Task extends ScheduledTask> {
  readonly #bounds: ScheduleBounds
  readonly #standings: ClientStandings
  readonly #waiting = new FairQueue<Task>()
  readonly #running = new Set<Assignment<Task>>()
  /** Number of slices in which a task was cut off. */
  readonly #cutOff = new WeakMap<Task, 1 | 2>()

  constructor(bounds: ScheduleBounds) {
    this.#bounds = bounds
    this.#standings = new ClientStandings(bounds)
  }

  get waiting(): Iterable<Task> & { readonly size: number } {
    return this.#waiting
  }

  get running(): ReadonlySet<Assignment<Task>> {
    return this.#running
  }

  add(task: Task): void {
    this.#waiting.add(task)
  }

  /** False when the task does not wait. */
  remove(task: Task): boolean {
    return this.#waiting.remove(task)
  }

  /**
   * The task to drop when too many wait: the newest task of the client with the most waiting tasks. Among such clients an unknown client comes before a known
   * one, and then the client that has used more time.
   */
  tooMany(newcomer: string, now: number): Task | null {
    return this.#waiting.newestOfLargest(newcomer, (client) => this.#unfamiliarityOf(client, now))
  }

  /** Whether a further task of the newcomer would be the one that is dropped. */
  wouldBeDropped(newcomer: string, now: number): boolean {
    return this.#waiting.wouldBeDropped(newcomer, (client) => this.#unfamiliarityOf(client, now))
  }

  /** The next assignment, or null. `ready`: number of threads that have started; further tasks would wait for a thread to start. */
  next(now: number, ready: number): Assignment<Task> | null {
    const { maxThreads, spareThreads, busyMilliseconds } = this.#bounds
    if (this.#waiting.size === 0 || this.#running.size >= Math.max(1, ready)) return null
    const at = (place: Place) => [...this.#running].filter((assignment) => assignment.place === place)
    const ordinary = at('ordinary')
    // While a thread restarts, there is one ordinary place less; the number of spare places stays the same.
    if (ordinary.length < Math.max(1, Math.min(maxThreads, ready - spareThreads))) return this.#take('ordinary', now)
    if (!ordinary.every(({ started }) => now - started >= busyMilliseconds)) return null
    const hasLast = spareThreads > 1
    const free = at('spare').length < spareThreads - (hasLast ? 1 : 0)
    return (free ? this.#take('spare', now) : null) ?? (hasLast && at('last-spare').length === 0 ? this.#take('last-spare', now) : null)
  }

  /** The task of an assignment has ended, or was cut off at the end of its slice; in the second case it waits again. */
  ended(assignment: Assignment<Task>, now: number, how: 'done' | 'cut-off'): void {
    const { firstSliceMilliseconds } = this.#bounds
    const { task, slice, started } = assignment
    this.#running.delete(assignment)
    // The full length of a task that was cut off is unknown. Twice the first slice makes it count as long for one half-life.
    const atLeast = how === 'cut-off' ? 2 * firstSliceMilliseconds : 0
    this.#standings.add(task.client, Math.max(now - started, atLeast), now)
    if (how === 'done') return
    this.#cutOff.set(task, slice === firstSliceMilliseconds ? 1 : 2)
    this.#waiting.add(task)
  }

  #take(place: Place, now: number): Assignment<Task> | null {
    const { firstSliceMilliseconds, secondSliceMilliseconds } = this.#bounds
    const task = this.#waiting.take((candidate) => this.#scoreOf(candidate, place, now))
    if (task === null) return null
    const slice = place === 'ordinary' ? null : this.#mayBeShort(task, now) ? firstSliceMilliseconds : secondSliceMilliseconds
    const assignment: Assignment<Task> = { task, place, started: now, slice }
    this.#running.add(assignment)
    return assignment
  }

  /** Score of a task; the lowest is next. Null: the task may not run in this place. */
  #scoreOf(task: Task, place: Place, now: number): number | null {
    const used = this.#usedBy(task.client, now) + task.expectedMilliseconds
    switch (place) {
      case 'ordinary':
        return used
      case 'spare':
        if (this.#cutOff.get(task) === 2 || task.expectedMilliseconds >= this.#bounds.secondSliceMilliseconds) return null
        return used + (this.#mayBeShort(task, now) ? 0 : aboveAnyUse)
      case 'last-spare':
        return this.#mayBeShort(task, now) ? this.#unfamiliarityOf(task.client, now) + task.expectedMilliseconds : null
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

  #unfamiliarityOf(client: string, now: number): number {
    return this.#usedBy(client, now) - aboveAnyUse * this.#standings.seniorityOf(client)
  }

  /** Time of threads that a client has used, including its running tasks. */
  #usedBy(client: string, now: number): number {
    return this.#runningOf(client, now).reduce((sum, milliseconds) => sum + milliseconds, this.#standings.usedBy(client, now))
  }

  #longestOf(client: string, now: number): number {
    return Math.max(this.#standings.longestOf(client, now), ...this.#runningOf(client, now))
  }

  #runningOf(client: string, now: number): readonly number[] {
    // A loop, because this is called for every waiting client for each document that arrives while the queue is full.
    const milliseconds: number[] = []
    for (const { task, started } of this.#running) if (task.client === client) milliseconds.push(now - started)
    return milliseconds
  }
}

/** A number above any possible time of use in milliseconds. */
const aboveAnyUse = 1e9
