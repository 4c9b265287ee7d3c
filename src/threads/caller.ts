/** The client that waits for a task. */
export interface TaskCaller {
  /** Identifies the client, for fairness between clients; empty when it is unknown: all unknown clients count as one. */
  readonly client: string
  /**
   * Takes what to do when the client disconnects before its answer: a waiting task is dropped at once, a running task is stopped after `abandonMilliseconds`.
   * A function and no `AbortSignal`, which costs more than all else that the main thread does to hand a task over, for an event that hardly ever comes.
   */
  readonly onDisconnect: (drop: () => void) => void
}

/** Too many tasks wait, or this one has waited too long. The request is not the cause. */
export class Overload extends Error {
  override readonly name = 'Overload'
}

/** The task was dropped or stopped because the client has disconnected or the service is closing. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}
