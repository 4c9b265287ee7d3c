/** A file inside a container. */
export interface PayloadEntry {
  /** Checked: a valid file name on every system, without a path. */
  readonly name: string
  /** Octets. */
  readonly size: number
}

/**
 * Takes the files of a container one after the other, before they are authenticated: an implementation must be able to undo everything until `readPayload` has
 * returned.
 */
export interface EntrySink {
  begin(entry: PayloadEntry): Promise<void>
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
}
