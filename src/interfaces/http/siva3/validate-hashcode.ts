import { MalformedDocument, RequestError } from '#model'
import type { Caller } from '#threads'
import { joinSiva3Answers, type Siva3Answer } from '#writers/siva3'
import type { Siva3Options } from './options.js'
import type { HashcodeRequest, SignatureFileRequest } from './read-hashcode.js'
import { policyOf, unknownPolicy } from './read-validation.js'
import { Siva3Refusal, texts } from './request-errors.js'

/** Name of a signature file in the report, which this operation does not show. */
const nameOfFile = 'signatures.xml'

/**
 * Validates signature files with digests in the place of the files that they cover, one after the other, and joins the conclusions. Together they may take the time
 * of one document (`decisions.md#siva3-hashcode`).
 *
 * @throws Siva3Refusal when a file cannot be read: one bad file refuses the whole request
 */
export async function validateHashcode(
  { files, policy }: HashcodeRequest,
  caller: Caller,
  { service, settings, signer }: Siva3Options,
): Promise<Siva3Answer> {
  const { maxMilliseconds } = settings.limits.request
  const started = performance.now()
  const answers: Siva3Answer[] = []
  for (const file of files) {
    if (performance.now() - started > maxMilliseconds) throw outOfTime(maxMilliseconds)
    answers.push(await validateFile(file, policyOf(policy), caller, { service, settings, signer }))
  }
  if ('unknown' in policy) throw unknownPolicy(policy)
  return joinSiva3Answers(answers)
}

async function validateFile(
  { signature, detached, sent }: SignatureFileRequest,
  policy: string,
  caller: Caller,
  { service, settings, signer }: Pick<Siva3Options, 'service' | 'settings' | 'signer'>,
): Promise<Siva3Answer> {
  try {
    const { written } = await service.validate(
      {
        document: signature,
        filename: nameOfFile,
        // A container is validated as one, whatever digests stand beside it.
        documentType: isArchive(signature) ? null : 'XADES',
        policy,
        detached,
        validationTime: service.clock(),
      },
      { form: 'siva3', strict: settings.strict, reportType: 'Simple', named: false, digests: sent, digest: signer !== null },
      caller,
    )
    return written
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error
    throw new Siva3Refusal(
      400,
      error.code,
      [{ key: 'signatureFiles.signature', message: texts.signatureMalformed }],
      [{ key: 'signatureFiles.signature', code: error.code, message: error.described }],
    )
  }
}

function isArchive(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b
}

function outOfTime(milliseconds: number): RequestError {
  const message = `The signature files together need more time than is allowed (${milliseconds} ms).`
  return new RequestError([{ field: 'document', code: 'SIGNATURE_FILES_OUT_OF_TIME', message }])
}
