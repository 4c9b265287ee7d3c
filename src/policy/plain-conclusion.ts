import { type BlockResult, plainCheck, type SignatureConclusion } from '#model'

/** A conclusion as plain objects with the facts of every check, for an explanation. */
export function plainConclusion(conclusion: SignatureConclusion): SignatureConclusion {
  const { blocks, warnings } = conclusion
  const grounds = { blocks: blocks.map(plainBlock), warnings: warnings.map(plainCheck) }
  if (conclusion.indication === 'TOTAL-PASSED') return { ...conclusion, ...grounds }
  const [first, ...others] = conclusion.errors
  return { ...conclusion, ...grounds, errors: [plainCheck(first), ...others.map(plainCheck)] }
}

function plainBlock(block: BlockResult): BlockResult {
  return { ...block, checks: block.checks.map(plainCheck), children: block.children.map(plainBlock) }
}
