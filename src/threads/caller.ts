/** The client that waits for a task. */
export interface TaskCaller {
  /** Identifies the client, for fairness between clients; empty when it is unknown: all unknown clients count as one. */
  readonly client: string
  /** Aborted when the client has disconnected: a waiting task is dropped at once, a running task is stopped after `abandonMilliseconds`. */
  readonly signal: AbortSignal
}

/** Too many tasks wait, or this one has waited too long. The request is not the cause. */
export class Overload extends Error {
  override readonly name = 'Overload'
}

/** The task was dropped or stopped because the client has disconnected or the service is closing. */
export class Abandoned extends Error {
  override readonly name = 'Abandoned'
}
