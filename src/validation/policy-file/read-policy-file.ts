import { createHash } from 'node:crypto'
import { compileSchema, type JsonSchema, type Mismatch, repeatedMember } from '#readers/json-schema'
import type { OperatorPolicy } from '#validation/policy'
import { applyPolicy } from './apply-policy.js'
import { contradictionsIn } from './contradictions.js'
import { type PolicyFault, PolicyFileError, shownMember } from './policy-file-error.js'
import { policySchema } from './policy-schema.js'
import { soundParts } from './sound-parts.js'
import type { WrittenPolicy } from './written-policy.js'

/** Faults that are told at most; a file with more is of another kind. */
const maxFaults = 100

const example = '{ "name": "archive", "basis": "POLv1", "description": "…" }'

let check: ReturnType<typeof compileSchema<WrittenPolicy>> | null = null

/**
 * Reads a policy file. Pure: the same bytes give the same policy.
 *
 * @param path of the file, for messages
 * @throws PolicyFileError with every fault of form, and every contradiction between the other parts
 */
export function readPolicyFile(bytes: Uint8Array, path: string): OperatorPolicy {
  const value = parse(bytes, path)
  // Arrays are bounded in the schema, and the file is in size, so that all mismatches can be collected.
  check ??= compileSchema<WrittenPolicy>(policySchema(), 'all')
  const checked = check(value)
  if (checked.mismatches !== null) {
    const sound = check(soundParts(value, checked.mismatches))
    const contradictions = sound.mismatches === null ? contradictionsIn(sound.value) : []
    throw new PolicyFileError(path, distinct([...checked.mismatches.map(faultOf), ...contradictions]).slice(0, maxFaults))
  }
  const written = checked.value
  const faults = contradictionsIn(written)
  if (faults.length > 0) throw new PolicyFileError(path, faults.slice(0, maxFaults))
  const { name, basis, description, url = null } = written
  const digest = createHash('sha256').update(bytes).digest('hex')
  return { own: { name, basis, description, url, digest }, policy: applyPolicy(written), text: Buffer.from(bytes).toString('utf8') }
}

function parse(bytes: Uint8Array, path: string): unknown {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const value: unknown = JSON.parse(text)
    const repeated = repeatedMember(text)
    if (repeated === null) return value
    throw new PolicyFileError(path, [
      { place: '', sentence: `${shownMember(repeated)} occurs twice in one object; remove one of the two.` },
    ])
  } catch (cause) {
    if (!(cause instanceof SyntaxError || cause instanceof TypeError)) throw cause
    const sentence = `it is not JSON in UTF-8 (${cause.message}); write ${example}.`
    throw new PolicyFileError(path, [{ place: '', sentence }], { cause })
  }
}

function faultOf({ kind, path, member, keyword, schema }: Mismatch): PolicyFault {
  const place = placeAt(path)
  switch (kind) {
    case 'unknown': {
      return { place, sentence: `${shownMember(member)} is not known here; known are ${namesIn(schema).join(', ')}.` }
    }
    case 'missing':
      return { place, sentence: `it is missing; write ${expected(schema)}.` }
    case 'value': {
      if (keyword === 'uniqueItems') return { place, sentence: 'an entry occurs twice; remove one of the two.' }
      if (keyword === 'maxItems') return { place, sentence: `it has more than ${String(schema['maxItems'])} entries; write fewer.` }
      if (keyword === 'minItems') return { place, sentence: `it is empty; write ${expected(schema)}.` }
      return { place, sentence: `write ${expected(schema)}.` }
    }
  }
}

/** `algorithms.keys.RSA[1].until`; empty for the file as a whole. */
function placeAt(path: readonly string[]): string {
  return path.reduce((place, part) => (/^\d+$/.test(part) ? `${place}[${part}]` : place === '' ? part : `${place}.${part}`), '')
}

function expected(schema: JsonSchema): string {
  if (typeof schema['description'] === 'string') return schema['description']
  if (Array.isArray(schema['enum'])) return `one of ${schema['enum'].join(', ')}`
  if (schema['type'] === 'boolean') return 'true or false'
  return `an object with ${namesIn(schema).join(', ')}`
}

function namesIn(schema: JsonSchema): readonly string[] {
  return Object.keys(schema['properties'] ?? {})
}

/** One value may miss several keywords of its schema; the sentence is the same. */
function distinct(faults: readonly PolicyFault[]): readonly PolicyFault[] {
  return [...new Map(faults.map((fault) => [`${fault.place} ${fault.sentence}`, fault])).values()]
}
