import type { FastifyInstance, FastifyRequest } from 'fastify'
import { siva3BodyLimit } from '#config'
import { type PolicyName, policiesOfInterface, reasonOf } from '#model'
import { extensionOf, otherwiseTypeUnder, type Siva3Answer, typesUnder } from '#writers/siva3'
import { clientOf, prepareForDocuments } from '../document-requests.js'
import type { Members } from '../json-body.js'
import { HttpProblem } from '../problem.js'
import { describeAnswer, reference, siva3GivenFilesSchema } from '../schemas/index.js'
import type { Siva3Options } from './options.js'
import { readDataFiles } from './read-data-files.js'
import { readGivenFiles } from './read-given-files.js'
import { readHashcode } from './read-hashcode.js'
import { policyOf, readValidation, type Siva3Request, unknownPolicy } from './read-validation.js'
import { installSiva3Refusals, siva3RefusalSchemas } from './refusals.js'
import { validateHashcode } from './validate-hashcode.js'

/** Headers of every answer of SiVa 3. The attachment makes browsers save the answer, which holds texts of the document. */
const constantHeaders = {
  'content-disposition': 'attachment; filename="api.json"',
  'x-content-type-options': 'nosniff',
  'x-xss-protection': '0',
  'x-frame-options': 'DENY',
  'cache-control': 'no-cache, no-store, max-age=0, must-revalidate',
  pragma: 'no-cache',
  expires: '0',
} as const

/** As SiVa writes it: there are clients that compare the text of the header. */
const answerType = 'application/json;charset=UTF-8'

/** Registers the operations of SiVa 3. */
export function siva3Plugin(app: FastifyInstance, options: Siva3Options, done: () => void): void {
  const { service, isRoot, settings } = options
  app.addHook('onRequest', (request, reply, next) => {
    // The server ignores a slash at the end of paths; SiVa does not.
    if ((request.url.split('?', 1)[0] ?? '').endsWith('/'))
      throw new HttpProblem(404, 'path', 'PATH_UNKNOWN', 'There is nothing at this path.')
    reply.headers(constantHeaders)
    next()
  })
  prepareForDocuments(app, options, ['application/json'], { installRefusals: installSiva3Refusals })
  const routeOf = (operation: string, schema: object) => ({
    schema: { operationId: isRoot ? operation : `${operation}V3`, tags: ['siva3'], ...schema },
    bodyLimit: siva3BodyLimit(settings.limits),
    // The schema is for the description: the rules of this interface are not those of a schema, and every violated one has an item of its own.
    validatorCompiler: () => () => true,
  })
  app.post(
    '/validate',
    {
      ...routeOf('validate', {
        summary: 'Validates every signature of a document, as SiVa 3',
        body: settings.strict
          ? reference('Siva3ValidationRequest')
          : { allOf: [reference('Siva3ValidationRequest'), siva3GivenFilesSchema] },
        response: { 200: describeAnswer(reference('Siva3Answer'), 'The report, whatever the indications are') },
      }),
      config: { validates: true, refusals: siva3RefusalSchemas },
    },
    async (request, reply) => {
      reply.type(answerType)
      const { maxDataFiles } = settings.limits.siva3
      const readFiles: Parameters<typeof readValidation>[2] = settings.strict
        ? undefined
        : (members, problems) => readGivenFiles(members, maxDataFiles, problems)
      const wanted = readValidation(request.body as Members, policiesOf(service), readFiles)
      const answer = await validate(wanted, clientOf(request, reply, options), options)
      const signed = wanted.reportType === 'Detailed' ? await signedAnswer(answer, request, options) : null
      return signed === null ? answer : reply.send(signed)
    },
  )
  app.post(
    '/validateHashcode',
    {
      ...routeOf('validateHashcode', {
        summary: 'Validates the signatures of XAdES signature files with digests in the place of the signed files, as SiVa 3',
        body: reference('Siva3HashcodeRequest'),
        response: { 200: describeAnswer(reference('Siva3Answer'), 'One report on all signatures, whatever the indications are') },
      }),
      config: { validates: true, refusals: siva3RefusalSchemas },
    },
    async (request, reply) => {
      reply.type(answerType)
      const { maxSignatureFiles } = settings.limits.siva3
      const wanted = readHashcode(request.body as Members, policiesOf(service), maxSignatureFiles)
      return await validateHashcode(wanted, clientOf(request, reply, options), options)
    },
  )
  app.post(
    '/getDataFiles',
    {
      ...routeOf('getDataFiles', {
        summary: 'Returns the data files of a DIGIDOC-XML document, as SiVa 3; signatures are not validated',
        body: reference('Siva3DataFilesRequest'),
        response: { 200: describeAnswer(reference('Siva3DataFiles'), 'The data files') },
      }),
      config: { refusals: siva3RefusalSchemas },
    },
    async (request, reply) => {
      reply.type(answerType)
      const files = await service.dataFiles(readDataFiles(request.body as Members), clientOf(request, reply, options))
      return {
        // Like every member of this interface, the content of an empty file, and of one that is not there, is absent.
        dataFiles: files.map(({ fileName, base64, ...file }) => ({ ...(isEmpty(base64) ? {} : { base64 }), ...file, filename: fileName })),
      }
    },
  )
  done()
}

function isEmpty(text: string | null): boolean {
  return text === null || text === ''
}

async function validate(
  { document, filename, policy, reportType, detached }: Siva3Request,
  caller: ReturnType<typeof clientOf>,
  { service, settings, signer }: Siva3Options,
): Promise<Siva3Answer> {
  const extension = extensionOf(filename)
  const acceptedTypes = typesUnder(extension)
  if ('unknown' in policy && acceptedTypes !== null) throw unknownPolicy(policy)
  const { written } = await service.validate(
    {
      document,
      filename,
      documentType: null,
      acceptedTypes,
      otherwiseType: otherwiseTypeUnder(extension),
      policy: policyOf(policy),
      validationTime: service.clock(),
      detached,
    },
    { form: 'siva3', strict: settings.strict, reportType, named: true, digests: null, digest: signer !== null },
    caller,
  )
  // SiVa opens the document before it looks for the policy, except under the two extensions above.
  if ('unknown' in policy) throw unknownPolicy(policy)
  return written
}

/**
 * The answer with its signature, where reports are signed: an ASiC-E container with the octets of `validationReport` (`decisions.md#siva3-signed-reports`). Null
 * when it is not signed; as in SiVa, also when signing fails.
 */
async function signedAnswer(answer: Siva3Answer, request: FastifyRequest, { signer }: Siva3Options): Promise<Buffer | null> {
  if (signer === null) return null
  const report = JSON.stringify(answer.validationReport)
  try {
    const container = await signer.sign(Buffer.from(report), Date.now())
    const signature = Buffer.from(container).toString('base64')
    return Buffer.from(`{"validationReport":${report},"validationReportSignature":"${signature}"}`)
  } catch (error) {
    request.log.error({ reason: reasonOf(error) }, 'a report was not signed')
    return null
  }
}

/** The policies of SiVa 3, and those of the operator. */
function policiesOf({ ownPolicies }: Siva3Options['service']): readonly PolicyName[] {
  return [...policiesOfInterface.siva3, ...ownPolicies.map(({ name }) => name)]
}
