import type { Limits } from '#config'
import { readRegularFile } from '#files'
import { systemErrorCode } from '#model'
import type { OperatorPolicy } from '#validation/policy'
import { type PolicyFault, PolicyFileError, readPolicyFile } from '#validation/policy-file'

/**
 * Reads the policy files of the settings.
 *
 * @throws PolicyFileError with every fault of the first file that has one, among them a name that another file has
 */
export function openPolicies(
  paths: readonly string[],
  { policies: { maxFileBytes } }: Pick<Limits, 'policies'>,
): readonly OperatorPolicy[] {
  const opened: OperatorPolicy[] = []
  for (const path of paths) {
    const policy = readPolicyFile(bytesOf(path, maxFileBytes), path)
    const other = opened.findIndex(({ own }) => own.name.toLowerCase() === policy.own.name.toLowerCase())
    if (other !== -1)
      throw refusal(path, { place: 'name', sentence: `${paths[other] ?? ''} has the name ${policy.own.name} as well; write another.` })
    opened.push(policy)
  }
  return opened
}

function bytesOf(path: string, maxFileBytes: number): Uint8Array {
  try {
    const bytes = readRegularFile(path, maxFileBytes)
    if (bytes.length <= maxFileBytes) return bytes
  } catch (cause) {
    const code = systemErrorCode(cause)
    throw refusal(
      path,
      { place: '', sentence: `the file cannot be read (${code ?? 'it is not a regular file'}); name a policy file.` },
      cause,
    )
  }
  throw refusal(path, { place: '', sentence: `it is larger than ${maxFileBytes} bytes; name a policy file.` })
}

function refusal(path: string, fault: PolicyFault, cause?: unknown): PolicyFileError {
  return new PolicyFileError(path, [fault], cause === undefined ? {} : { cause })
}
