// X-Road containers of the bench, and the trust of their instance.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { xroadContainer } from '../support/xroad/container.ts'
import { deepChain } from '../support/xroad/hash-chain.ts'
import { estonia, xroadTrustFiles } from '../support/xroad/trust.ts'

/** Writes the settings and certificates of the instance. @returns the path of the settings file */
export function writeXroadTrust(folder) {
  for (const [name, text] of xroadTrustFiles([estonia])) writeFileSync(join(folder, name), text)
  return join(folder, 'xroad.json')
}

export const xroadDocuments = {
  simple: () => xroadContainer(),
  batch: () => xroadContainer({ batch: true }),
  /** The message stands behind 10,000 steps. */
  deep: () =>
    xroadContainer({
      batch: {
        chain: ({ steps }) =>
          deepChain(
            10_000,
            steps[0].children.filter(({ kind }) => kind === 'data'),
          ),
      },
    }),
}
