import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import typescript from 'typescript'
import { type ConstraintLevel, type FindingKey, findingKeys, type RegisterEntry, register } from '#model'
import { messages } from '../../src/validation/report/messages.js'

const root = new URL('../..', import.meta.url).pathname

/** Where the page stands that `messagesPage` writes. */
export const messagesPagePath = join(root, 'docs/messages.md')

/** A union of codes whose members are documented one by one. The comment of one begins with its HTTP status where the whole union has none. */
interface CodeUnion {
  readonly file: string
  readonly type: string
  readonly status: number | '–' | null
}

const read = (file: string, ...types: readonly string[]): readonly CodeUnion[] => types.map((type) => ({ file, type, status: 400 }))

/** The parts of the page about refusals, in its order. */
const refusals: readonly { readonly heading: string; readonly note?: string; readonly unions: readonly CodeUnion[] }[] = [
  {
    heading: 'The request',
    unions: [
      { file: 'interfaces/http/problem.ts', type: 'ProblemCode', status: null },
      { file: 'interfaces/http/problem.ts', type: 'FieldProblemCode', status: null },
    ],
  },
  { heading: 'The document as a whole', unions: [{ file: 'validation/refusal.ts', type: 'DocumentRefusalCode', status: null }] },
  {
    heading: 'Containers and signatures',
    unions: [
      ...read('validation/container/refusal.ts', 'ContainerRefusalCode', 'ContainerLimitCode'),
      ...read('validation/container/xroad/read-soap-message.ts', 'MessageErrorCode'),
      ...read('validation/signature/xroad/read-hash-chain.ts', 'HashChainErrorCode'),
      ...read('validation/signature/signature-limit-error.ts', 'SignatureLimitCode'),
    ],
  },
  {
    heading: 'ZIP, XML, DER and PDF',
    unions: [
      ...read('readers/zip/zip-error.ts', 'ZipErrorCode'),
      ...read('readers/xml/xml-error.ts', 'XmlErrorCode'),
      ...read('readers/xmldsig/xmldsig-error.ts', 'XmldsigErrorCode'),
      ...read('readers/der/asn1-error.ts', 'Asn1LimitCode', 'Asn1FindingCode'),
      ...read('readers/pdf/pdf-error.ts', 'PdfLimitCode', 'PdfFindingCode'),
    ],
  },
  {
    heading: 'SOAP',
    note: 'A fault contains its fault code; these codes are in the log.',
    unions: [{ file: 'interfaces/http/soap/soap-fault.ts', type: 'SoapProblemCode', status: null }],
  },
  {
    heading: 'Trusted lists',
    note: 'Readiness, the log and `allkiri trust` name them; no request is refused.',
    unions: [{ file: 'trust/lists/trusted-list/trusted-list-error.ts', type: 'TrustedListErrorCode', status: '–' }],
  },
  {
    heading: 'Key capsules',
    note: 'Refusals of GET and those with status 409 have no body; their codes are in the log.',
    unions: [
      { file: 'capsules/rules/capsule.ts', type: 'CapsuleProblemCode', status: null },
      { file: 'interfaces/http/key-capsules/refusals.ts', type: 'EmptyRefusalCode', status: null },
    ],
  },
]

/** A code that a request or a document can be refused with. */
export interface RefusalCode {
  readonly code: string
  /** `400`, or with a fault code: `500, soap:Client`. */
  readonly status: string
  readonly meaning: string
}

/** The members of a union with their comments. Throws where one has none: each code is documented. */
function membersOf({ file, type, status }: CodeUnion): readonly RefusalCode[] {
  const text = readFileSync(join(root, 'src', file), 'utf8')
  const source = typescript.createSourceFile(file, text, typescript.ScriptTarget.ES2023, true)
  const alias = source.statements.find((one) => typescript.isTypeAliasDeclaration(one) && one.name.text === type)
  if (alias === undefined || !typescript.isTypeAliasDeclaration(alias) || !typescript.isUnionTypeNode(alias.type))
    throw new TypeError(`${file} has no union ${type}`)
  return alias.type.types.map((member) => {
    if (!typescript.isLiteralTypeNode(member) || !typescript.isStringLiteral(member.literal))
      throw new TypeError(`${type} has another member`)
    const code = member.literal.text
    // The comment of a member stands in front of its bar.
    const before = text.slice(alias.pos, member.getStart(source))
    const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*\|\s*$/.exec(before)?.[1]
    if (comment === undefined) throw new TypeError(`${code} in ${file} has no comment that says what it means`)
    const plain = comment.replace(/\s*\n\s*\*?\s*/g, ' ').trim()
    if (status !== null) return { code, status: String(status), meaning: plain }
    const stated = /^(\d{3}(?:, soap:\w+)?)\. (.+)$/.exec(plain)
    if (stated === null) throw new TypeError(`The comment of ${code} in ${file} does not begin with a status`)
    return { code, status: stated[1] ?? '', meaning: stated[2] ?? '' }
  })
}

/** Every refusal code of the page. */
export const refusalCodes = (): readonly RefusalCode[] => refusals.flatMap(({ unions }) => unions.flatMap(membersOf))

/** Codes with which the sources refuse something: arguments of the errors that end a request, and members called `code`. */
export function codesInSources(): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const file of readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })) {
    if (!file.endsWith('.ts')) continue
    const text = readFileSync(join(root, 'src', file), 'utf8')
    const thrown =
      /(?:new (?:HttpProblem|EmptyRefusal|MalformedDocument|SoapFault|XmlError|ZipError|XmldsigError|HashChainError|ContainerError)|tooMuchWork|signatureLimit|messageError|refused|refuse|malformed)\((?:\s*(?:\d+|'[\w-]+'),)*\s*'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)'/g
    for (const [, code = ''] of text.matchAll(thrown)) found.set(code, file)
    // The texts of the fields of a request: code and message.
    if (/^interfaces\/http\/.*read-.*request\.ts$/.test(file))
      for (const [, code = ''] of text.matchAll(/\['([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)',/g)) found.set(code, file)
  }
  return found
}

const levels: Readonly<Record<ConstraintLevel, string>> = { fail: '', warn: 'warning', inform: 'explanation only', ignore: 'not checked' }

/** What an unsatisfied check leads to, unless a policy sets another effect. */
function effectOf({ level, onFailure }: RegisterEntry): string {
  if (level !== 'fail') return levels[level]
  const { subIndication } = onFailure
  const indication = onFailure.indication === 'FAILED' ? 'TOTAL-FAILED' : onFailure.indication
  return `${indication}${subIndication === null ? '' : ` / ${subIndication}`}`
}

const checks: readonly (readonly [heading: string, keys: readonly FindingKey[]])[] = [
  ['Signatures, certificates and time-stamps', findingKeys.signature],
  ['CMS', findingKeys.cms],
  ['ASiC', findingKeys.asic],
  ['PDF', findingKeys.pdf],
  ['DIGIDOC-XML', findingKeys.ddoc],
  ['Legal level', findingKeys.legalLevel],
  ['Containers', findingKeys.container],
  ['X-Road', findingKeys.xroad],
]

/** A cell of a table of Markdown. */
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('<', '&lt;').replaceAll('\n', ' ')
const row = (...cells: readonly string[]): string => `| ${cells.map(cell).join(' | ')} |`
const table = (titles: readonly string[], rows: readonly string[]): readonly string[] => [
  row(...titles),
  `| ${titles.map(() => '---').join(' | ')} |`,
  ...rows,
  '',
]

/** The versions since which keys and codes are there, as a page states them: the last cell of a row whose first one is a name. */
export function versionsIn(page: string): ReadonlyMap<string, string> {
  return new Map([...page.matchAll(/^\| `([\w-]+)` \|.*\| (\d+\.\d+\.\d+) \|$/gm)].map(([, name = '', version = '']) => [name, version]))
}

/** The page with every key and code. What `before` does not have is there since `version`. */
export function messagesPage(before: string, version: string): string {
  const versions = versionsIn(before)
  const since = (name: string) => versions.get(name) ?? version
  return [
    '# Keys and codes',
    '',
    'Every key of a check and every code of a refusal. Both are part of the interface: programs compare them, and never the texts, which may change. A key or code is never used again for another thing.',
    'This page is made from the sources by `npm run messages`; a test compares both.',
    '',
    '## Keys of checks',
    '',
    'The member `key` of errors, warnings and validation warnings, and every check of `--explain=json`. *Effect* is what a check that is not satisfied leads to, unless the policy sets another effect ([decisions.md](decisions.md#polv3));',
    'in the text, `{…}` is a fact of the document, and a part in square brackets is left out where its fact is not known.',
    '',
    ...checks.flatMap(([heading, keys]) => [
      `### ${heading}`,
      '',
      ...table(
        ['Key', 'Clause', 'Effect', 'Text', 'Since'],
        keys.map((key) => row(`\`${key}\``, register[key].clause, effectOf(register[key]), messages[key].answer, since(key))),
      ),
    ]),
    '## Codes of refusals',
    '',
    'The member `code` of `requestErrors` (left out under `ALLKIRI_STRICT=true`), and `code` of a line of `allkiri validate --json-lines`. A SOAP fault has the HTTP status 500 in place of 400, and the fault code `soap:Server` for a document that cannot be read,',
    'otherwise `soap:Client`. Codes of readers also stand in the texts of checks, where a part of a document cannot be read.',
    '',
    ...refusals.flatMap(({ heading, note, unions }) => [
      `### ${heading}`,
      '',
      ...(note === undefined ? [] : [note, '']),
      ...table(
        ['Code', 'Status', 'Meaning', 'Since'],
        unions.flatMap(membersOf).map(({ code, status, meaning }) => row(`\`${code}\``, status, meaning, since(code))),
      ),
    ]),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n')
}
