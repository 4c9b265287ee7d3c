import type { OwnPolicy } from '#model'
import type { ValidationPolicy } from '#validation/policy'
import type { DescribedConstraint, PolicyDifference } from '#validation/policy-file'
import { terminalText } from '#writers/cli'

export function renderHeading({ name }: ValidationPolicy, own: OwnPolicy | null): string {
  if (own === null) return `${name}, a built-in policy\n\n`
  const { basis, description, url, digest } = own
  return `${terminalText(`${name}, based on ${basis}: ${description}`)}\n${url === null ? '' : `${terminalText(url)}\n`}SHA-256 ${digest}\n\n`
}

/** One line for each constraint: the member of a policy file, its value, and the clause. */
export function renderConstraints(constraints: readonly DescribedConstraint[]): string {
  return constraints.map((each) => `${terminalText(`${placeOf(each)} = ${each.value}  [${each.clause}]`)}\n`).join('')
}

export function renderDifferences(first: string, second: string, differences: readonly PolicyDifference[]): string {
  if (differences.length === 0) return `${first} and ${second} have the same constraints.\n`
  const lines = differences.flatMap((each) => [
    `${placeOf(each)}  [${each.clause}]`,
    `  ${first}: ${each.first ?? 'none'}`,
    `  ${second}: ${each.second ?? 'none'}`,
  ])
  return `${lines.map(terminalText).join('\n')}\n`
}

function placeOf({ profile, place }: Pick<DescribedConstraint, 'profile' | 'place'>): string {
  return profile === null ? place : `profiles.${profile}.${place}`
}
