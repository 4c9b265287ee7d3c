/** A file inside a container. */
export interface PayloadEntry {
  /** Checked: it can stand in a folder of any system and nowhere else. */
  readonly name: string
  /** Octets. */
  readonly size: number
}

/**
 * Takes the files of a container one after the other, before they are authenticated: whoever implements it must be able to take everything back until
 * `readPayload` has returned.
 */
export interface EntrySink {
  begin(entry: PayloadEntry): Promise<void>
  write(chunk: Uint8Array): Promise<void>
  end(): Promise<void>
}
