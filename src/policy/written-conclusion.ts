import { type BlockResult, type SignatureConclusion, writtenCheck } from '#model'

/** A conclusion with the facts of every check, as plain objects: for an explanation. */
export function writtenConclusion(conclusion: SignatureConclusion): SignatureConclusion {
  const { blocks, warnings } = conclusion
  const grounds = { blocks: blocks.map(writtenBlock), warnings: warnings.map(writtenCheck) }
  if (conclusion.indication === 'TOTAL-PASSED') return { ...conclusion, ...grounds }
  const [first, ...others] = conclusion.errors
  return { ...conclusion, ...grounds, errors: [writtenCheck(first), ...others.map(writtenCheck)] }
}

function writtenBlock(block: BlockResult): BlockResult {
  return { ...block, checks: block.checks.map(writtenCheck), children: block.children.map(writtenBlock) }
}
