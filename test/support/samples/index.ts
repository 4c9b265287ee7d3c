/** Every sample document: the sound ones first, then by what is wrong. Ids are unique. */
import { algorithmSamples } from './algorithms.js'
import { answersInTimeSamples } from './answers-in-time.js'
import { chainSamples } from './chains.js'
import { containerSamples } from './containers.js'
import { hostileKeySamples } from './hostile-keys.js'
import { policySamples } from './policies.js'
import { revocationSamples } from './revocation.js'
import type { Sample } from './sample.js'
import { signedDataSamples } from './signed-data.js'
import { signingCertificateSamples } from './signing-certificate.js'
import { soundSamples } from './sound.js'
import { soundContainerSamples } from './sound-containers.js'
import { soundEvidenceSamples } from './sound-evidence.js'
import { timeSamples } from './times.js'
import { wrappingSamples } from './wrapping.js'

export type { Sample } from './sample.js'

export const samples: readonly Sample[] = [
  ...soundSamples,
  ...soundEvidenceSamples,
  ...soundContainerSamples,
  ...algorithmSamples,
  ...hostileKeySamples,
  ...signedDataSamples,
  ...signingCertificateSamples,
  ...chainSamples,
  ...revocationSamples,
  ...timeSamples,
  ...answersInTimeSamples,
  ...policySamples,
  ...wrappingSamples,
  ...containerSamples,
]

export function sampleOf(id: string): Sample {
  const found = samples.find((sample) => sample.id === id)
  if (found === undefined) throw new Error(`no sample ${id}`)
  return found
}
