/** Certificates that may sign a list of lists, as settings name them; DER, plain data. */
export interface PinnedSigners {
  readonly name: string
  /** Address of the notice in the Official Journal as the list of lists writes it; null: pinned without one, so there are no pivots. */
  readonly noticeUrl: string | null
  readonly certificates: readonly Uint8Array[]
}

/** Which territories of a list of lists are taken. Codes as the lists write them: `EL`, `UK`, `EE_T`. */
export type TerritoryChoice =
  | { readonly kind: 'all' }
  | { readonly kind: 'only'; readonly territories: readonly string[] }
  | { readonly kind: 'all-but'; readonly territories: readonly string[] }

/** A list of lists that is trusted, and how much of it. */
export interface ListSource {
  /** For people; unique among the sources. */
  readonly name: string
  /** Address that the list of lists is published at. */
  readonly location: string
  /** Its scheme territory: `EU`. */
  readonly territory: string
  readonly anchors: readonly PinnedSigners[]
  readonly territories: TerritoryChoice
  /** Folder that stands in for the network; null: the network. */
  readonly folder: string | null
}

export function takesTerritory(choice: TerritoryChoice, territory: string): boolean {
  return choice.kind === 'all' || choice.territories.includes(territory) === (choice.kind === 'only')
}
