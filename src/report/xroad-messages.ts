import type { XroadFindingKey } from '#model'
import type { Message } from './message-template.js'

/**
 * X-Road containers. An answer begins with the fault code that the X-Road verifier gives in the same case, because existing clients look for it; the
 * sentence after it is free.
 */
export const xroadMessages: Readonly<Record<XroadFindingKey, Message>> = {
  'xroad-message-readable': {
    question: 'Is the message one of X-Road?',
    answer: 'InvalidSoap: The message in message.xml cannot be read ({problem}[, {element}]).',
  },
  'xroad-message-header-present': {
    question: 'Does the message have a header?',
    answer: 'MissingHeader: The message has no header, or several.',
  },
  'xroad-message-body-single': {
    question: 'Does the message have one body with one element in it?',
    answer: 'MissingBody: The message has no body, or its body does not hold exactly one element.',
  },
  'xroad-message-field-present': {
    question: 'Does the header of the message have every required field?',
    answer: "MissingHeaderField: The header of the message lacks the required field '{field}'.",
  },
  'xroad-message-field-single': {
    question: 'Does each field stand once in the header of the message?',
    answer: "DuplicateHeaderField: The field '{field}' stands more than once in the header of the message.",
  },
  'xroad-message-field-valid': {
    question: 'Does the header of the message hold only fields that X-Road has there, each with what it must name?',
    answer:
      "InvalidXml: The field '{field}' has no place in the header of the message, or does not hold what it must (a member, a service, a security server, a version).",
  },
  'xroad-message-service-consistent': {
    question: 'Does the body of the message belong to the service in its header?',
    answer: 'InconsistentHeaders: The header of the message names the service {service}, its body is about {body}.',
  },
  'xroad-message-signed': {
    question: 'Does the signature cover the message?',
    answer: 'MalformedSignature: The signature covers neither the message (/message.xml) nor a hash chain that leads to it.',
  },
  'xroad-signature-single': {
    question: 'Does the container hold exactly one signature?',
    answer: 'MalformedSignature: The signature file of the container holds {count} signatures; an X-Road container has one.',
  },
  'xroad-time-stamp-single': {
    question: 'Is there one time-stamp, in the place for it?',
    answer: 'MalformedSignature: It is not certain which time-stamp counts: {problem}.',
  },
  'xroad-hash-chain-readable': {
    question: 'Can the hash chain be read?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} cannot be read ({problem}[, {element}]).',
  },
  'xroad-hash-chain-transforms': {
    question: 'Does the hash chain take its inputs as they are?',
    answer:
      'MalformedSignature.MalformedHashChain: The hash chain in {file} transforms an input[ (step {element})]; no X-Road software does.',
  },
  'xroad-hash-chain-reference-inside': {
    question: 'Does the hash chain refer to the container only?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} refers to something outside of it ({element}).',
  },
  'xroad-hash-chain-step-found': {
    question: 'Does every step of the hash chain exist?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} refers to a step that it does not have ({element}).',
  },
  'xroad-hash-chain-acyclic': {
    question: 'Does the hash chain come to an end?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} leads back to the step {element}.',
  },
  'xroad-hash-chain-input-once': {
    question: 'Does the hash chain bind each input once?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} binds {element} more than once.',
  },
  'xroad-hash-chain-input-order': {
    question: 'Do message and attachments stand in their order?',
    answer:
      'MalformedSignature.MalformedHashChain: In the hash chain in {file} {element} stands in another order than X-Road writes, so that one file could pass for another.',
  },
  'xroad-hash-chain-input-bound': {
    question: 'Does the hash chain lead to what it has to bind?',
    answer: 'MalformedSignature.HashChainUnusedInputs: The hash chain in {file} does not lead to {element}.',
  },
  'xroad-hash-chain-steps-used': {
    question: 'Does the hash chain hold only steps that lead to its result?',
    answer: 'The hash chain in {file} holds {count} steps that nothing refers to, such as {element}; they prove nothing.',
  },
  'xroad-hash-chain-input-intact': {
    question: 'Is every file of the container as the hash chain says?',
    answer: 'MalformedSignature.InvalidHashChainRef: {element} was changed after it was signed; its digest differs from the one in {file}.',
  },
  'xroad-hash-chain-result-intact': {
    question: 'Does the hash chain give the result that is signed?',
    answer: 'MalformedSignature.InvalidHashChain: The hash chain in {file} does not give the result that is signed or time-stamped.',
  },
  'xroad-hash-chain-digest-known': {
    question: 'Are the digest methods of the hash chain known?',
    answer: 'MalformedSignature.MalformedHashChain: The digest method {element} of the hash chain in {file} is not known.',
  },
  'xroad-hash-chain-algorithm-acceptable': {
    question: 'Are the digest methods of the hash chain acceptable?',
    answer: 'The hash chain in {file} uses the digest method {algorithm}, which is not accepted[: {reason}].',
  },
  'xroad-attachment-present': {
    question: 'Does the container hold everything that the signature covers?',
    answer: 'The signature also covers {files}, which the container does not hold; their content cannot be checked.',
  },
  'xroad-instance-known': {
    question: 'Is there trust for the X-Road instance of the sender?',
    answer: "CannotCreateCertPath: The message comes from the X-Road instance '{instance}', for which no trust is configured.",
  },
  'xroad-member-named': {
    question: 'Does the certificate name a member?',
    answer:
      'IncorrectCertificate: The certificate of the signer ({certificate}) does not name a member in the way of its certificate profile[ ({profile})].',
  },
  'xroad-member-matches': {
    question: 'Did the sender of the message sign it?',
    answer: 'IncorrectCertificate: The certificate belongs to {certificate}, the message was sent by {sender}.',
  },
  'xroad-configuration-current': {
    question: 'Was the configuration of the instance in force when the message was signed?',
    answer:
      "The configuration of the X-Road instance '{instance}' that is trusted here ended on {expires}, before the message was time-stamped on {at}.",
  },
  'xroad-file-not-signed': {
    question: 'Does the signature cover every attachment?',
    answer: 'The container holds {file}, which the signature does not cover.',
  },
}
