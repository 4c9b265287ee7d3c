/** A set of certificates that may sign a list of lists, from the settings. Plain data; the certificates are DER. */
export interface PinnedSigners {
  readonly name: string
  /** URL of the notice in the Official Journal, exactly as in the list of lists. Null: no notice, so pivots are not followed. */
  readonly noticeUrl: string | null
  readonly certificates: readonly Uint8Array[]
}

/** Which territories of a list of lists are used. Codes as in the lists: `EL`, `UK`, `EE_T`. */
export type TerritoryChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'only'; readonly territories: readonly string[] }
  | { readonly kind: 'all-but'; readonly territories: readonly string[] }

/** A configured list of lists, with the territories that are used of it. */
export interface ListSource {
  /** For display; unique among the sources. */
  readonly name: string
  /** URL of the list of lists. */
  readonly location: string
  /** Scheme territory of the list of lists: `EU`. */
  readonly territory: string
  readonly anchors: readonly PinnedSigners[]
  readonly territories: TerritoryChoice
  /** Folder that is read instead of the network; null: the network is used. */
  readonly folder: string | null
}

export function takesTerritory(choice: TerritoryChoice, territory: string): boolean {
  return choice.kind === 'all' || choice.territories.includes(territory) === (choice.kind === 'only')
}
