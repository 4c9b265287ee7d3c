/** A file inside a container. */
export interface PayloadEntry {
  /** As in the container, checked by `checkEntryName`: without a path, but not valid on every system. Nothing is written under it unchanged. */
  readonly name: string
  /** Octets. */
  readonly size: number
}

/**
 * Receives the files of a container one after the other, before they are authenticated. An implementation must be able to undo everything until `readPayload`
 * has returned.
 */
export interface EntrySink {
  begin(entry: PayloadEntry): Promise<void>
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
}
