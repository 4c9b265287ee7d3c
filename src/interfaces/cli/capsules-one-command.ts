import { createHash } from 'node:crypto'
import { type CapsuleRecord, isTransactionId } from '#capsules/rules'
import { SettingsError } from '#config'
import { formatInstant, type Instant } from '#model'
import { type CapsulesEnvironment, withStore } from './capsules-command.js'
import { exitStatus } from './exit-status.js'

/** Shows the record of an id as JSON, one member on each line. The key material is never shown, because it is half of the input from which a key is derived. */
export function runShow(id: string, now: Instant, environment: CapsulesEnvironment): Promise<number> {
  assertId(id)
  return withStore(environment, async (store) => {
    const record = await store.record(id)
    if (record === null) {
      // A store that may lack capsules must not state that a capsule does not exist.
      await store.assertWhole()
      return unknown(id, environment)
    }
    environment.out.write(`${JSON.stringify(describe(record, now), null, 2)}\n`)
    return exitStatus.allPassed
  })
}

/** Deletes a capsule permanently: a container that needs it can no longer be opened. Its id is never used again. */
export function runDelete(id: string, environment: CapsulesEnvironment): Promise<number> {
  assertId(id)
  return withStore(environment, async (store) => {
    switch (await store.delete(id)) {
      case 'deleted':
        environment.out.write(`The capsule ${id} is deleted. Its id is never used again.\n`)
        return exitStatus.allPassed
      case 'deleted-before':
        environment.out.write(`The capsule ${id} was deleted before.\n`)
        return exitStatus.allPassed
      case 'unknown':
        await store.assertWhole()
        return unknown(id, environment)
    }
  })
}

function assertId(id: string): void {
  if (!isTransactionId(id)) throw new SettingsError(['The id of a capsule has 18 to 34 letters and digits.'])
}

function unknown(id: string, { err }: CapsulesEnvironment): number {
  err.write(`allkiri: there is no capsule ${id}, and its id was never used.\n`)
  return exitStatus.notAllPassed
}

function describe({ kind, capsule }: CapsuleRecord, now: Instant): Readonly<Record<string, unknown>> {
  const common = {
    id: capsule.id,
    state: stateOf(kind, capsule.expiry, now),
    expiry_time: formatInstant(capsule.expiry),
    adjusted: capsule.adjusted,
  }
  if (kind === 'deleted') return common
  const { recipient, keyMaterial, type } = capsule
  return {
    ...common,
    capsule_type: type,
    recipient_sha256: createHash('sha256').update(recipient).digest('hex'),
    ephemeral_key_material_bytes: keyMaterial.length,
  }
}

function stateOf(kind: CapsuleRecord['kind'], expiry: Instant, now: Instant): string {
  if (kind === 'deleted') return 'deleted'
  return expiry > now ? 'stored' : 'expired'
}
