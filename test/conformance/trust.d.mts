/** The moment that the published cases stand for. */
export const CLOCK: string
export function writeConformanceTrust(
  trust: string,
  folder: string,
): { readonly ALLKIRI_TRUST: string; readonly ALLKIRI_TRUST_LISTS: string; readonly ALLKIRI_TRUST_STORE: string }
