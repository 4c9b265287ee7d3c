/** A task that waits or runs. */
interface Queued {
  readonly client: string
}

/**
 * The tasks that wait for a thread. Clients are served in turn: one that sends a thousand documents delays only its own. While another client waits, no client
 * holds every thread: a free one is then for the other.
 */
export class FairQueue<Task extends Queued> {
  /** Waiting tasks of each client; the client that was served longest ago is first. */
  readonly #waiting = new Map<string, Set<Task>>()
  /** Number of running tasks of each client that has any. */
  readonly #running = new Map<string, number>()
  readonly #threads: number
  #size = 0

  constructor(threads: number) {
    this.#threads = threads
  }

  /** Number of waiting tasks. */
  get size(): number {
    return this.#size
  }

  push(task: Task): void {
    const own = this.#waiting.get(task.client) ?? new Set()
    this.#waiting.set(task.client, own)
    own.add(task)
    this.#size += 1
  }

  /** False when the task does not wait. */
  remove(task: Task): boolean {
    const own = this.#waiting.get(task.client)
    if (own?.delete(task) !== true) return false
    if (own.size === 0) this.#waiting.delete(task.client)
    this.#size -= 1
    return true
  }

  /** The next task, which runs from now on until `ended`; null when none waits. */
  shift(): Task | null {
    const mostOfOne = Math.max(1, this.#threads - 1)
    const clients = [...this.#waiting.keys()]
    const client = clients.find((client) => (this.#running.get(client) ?? 0) < mostOfOne) ?? clients[0]
    const [task] = (client === undefined ? undefined : this.#waiting.get(client)) ?? []
    if (client === undefined || task === undefined) return null
    this.remove(task)
    const rest = this.#waiting.get(client)
    if (rest !== undefined) {
      this.#waiting.delete(client)
      this.#waiting.set(client, rest)
    }
    this.#running.set(client, (this.#running.get(client) ?? 0) + 1)
    return task
  }

  /** A task that `shift` gave out runs no longer. */
  ended({ client }: Task): void {
    const left = (this.#running.get(client) ?? 0) - 1
    if (left > 0) this.#running.set(client, left)
    else this.#running.delete(client)
  }

  /** The task to refuse when too many wait: the newest of the client with the most, which among equals is the newcomer. */
  tooMany(newcomer: string): Task | null {
    return [...(this.#waiting.get(this.#largest(newcomer, 0)) ?? [])].at(-1) ?? null
  }

  /** Whether a further task of the newcomer would be the one to refuse. */
  wouldBeRefused(newcomer: string): boolean {
    return this.#largest(newcomer, 1) === newcomer
  }

  /** The client with the most waiting tasks when the newcomer has `more` than it has. */
  #largest(newcomer: string, more: number): string {
    let largest = { client: newcomer, size: (this.#waiting.get(newcomer)?.size ?? 0) + more }
    for (const [client, { size }] of this.#waiting) if (size > largest.size) largest = { client, size }
    return largest.client
  }

  *[Symbol.iterator](): Generator<Task> {
    for (const own of this.#waiting.values()) yield* own
  }
}
