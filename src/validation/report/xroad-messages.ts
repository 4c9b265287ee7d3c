import type { XroadFindingKey } from '#model'
import type { Message } from './message-template.js'

/**
 * Messages about X-Road containers. An answer begins with the fault code that the X-Road verifier gives in the same case, because existing clients look for
 * it. The sentence after it may change.
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
    answer: 'MissingBody: The message has no body, or its body does not contain exactly one element.',
  },
  'xroad-message-field-present': {
    question: 'Does the header of the message have every required field?',
    answer: "MissingHeaderField: The header of the message lacks the required field '{field}'.",
  },
  'xroad-message-field-single': {
    question: 'Does each field occur only once in the header of the message?',
    answer: "DuplicateHeaderField: The field '{field}' occurs more than once in the header of the message.",
  },
  'xroad-message-field-valid': {
    question: 'Does the header of the message contain only fields of X-Road with valid content?',
    answer:
      "InvalidXml: The field '{field}' is not allowed in the header of the message, or its content is not valid (a member, a service, a security server or a version is required).",
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
    question: 'Does the container have exactly one signature?',
    answer: 'MalformedSignature: The signature file of the container has {count} signatures; an X-Road container has one.',
  },
  'xroad-time-stamp-single': {
    question: 'Is there exactly one time-stamp, in the right place?',
    answer: 'MalformedSignature: It is not certain which time-stamp counts: {problem}.',
  },
  'xroad-hash-chain-readable': {
    question: 'Can the hash chain be read?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} cannot be read ({problem}[, {element}]).',
  },
  'xroad-hash-chain-transforms': {
    question: 'Does the hash chain use its inputs without transformation?',
    answer:
      'MalformedSignature.MalformedHashChain: The hash chain in {file} transforms an input[ (step {element})], as no X-Road software does.',
  },
  'xroad-hash-chain-reference-inside': {
    question: 'Does the hash chain refer only to the container?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} refers to something outside the container ({element}).',
  },
  'xroad-hash-chain-step-found': {
    question: 'Does every step of the hash chain exist?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} refers to a step that it does not have ({element}).',
  },
  'xroad-hash-chain-acyclic': {
    question: 'Is the hash chain free of cycles?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} leads back to the step {element}.',
  },
  'xroad-hash-chain-input-once': {
    question: 'Does the hash chain contain each input once?',
    answer: 'MalformedSignature.MalformedHashChain: The hash chain in {file} contains {element} more than once.',
  },
  'xroad-hash-chain-input-order': {
    question: 'Are message and attachments in the right order?',
    answer:
      'MalformedSignature.MalformedHashChain: In the hash chain in {file} {element} is not in the order that X-Road writes, so one file could be mistaken for another.',
  },
  'xroad-hash-chain-input-bound': {
    question: 'Does the hash chain lead to the data that it must cover?',
    answer: 'MalformedSignature.HashChainUnusedInputs: The hash chain in {file} does not lead to {element}.',
  },
  'xroad-hash-chain-steps-used': {
    question: 'Does every step of the hash chain lead to its result?',
    answer: 'The hash chain in {file} has {count} steps that nothing refers to, such as {element}; they prove nothing.',
  },
  'xroad-hash-chain-input-intact': {
    question: 'Does every file of the container have the digest that the hash chain states?',
    answer: 'MalformedSignature.InvalidHashChainRef: {element} was changed after it was signed; its digest differs from the one in {file}.',
  },
  'xroad-hash-chain-result-intact': {
    question: 'Does the hash chain produce the result that is signed or time-stamped?',
    answer: 'MalformedSignature.InvalidHashChain: The hash chain in {file} does not produce the result that is signed or time-stamped.',
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
    question: 'Does the container contain everything that the signature covers?',
    answer: 'The signature also covers {files}, which the container does not contain; their content cannot be checked.',
  },
  'xroad-instance-known': {
    question: 'Is trust configured for the X-Road instance of the sender?',
    answer: "CannotCreateCertPath: The message comes from the X-Road instance '{instance}', for which no trust is configured.",
  },
  'xroad-member-named': {
    question: 'Does the certificate name a member?',
    answer:
      'IncorrectCertificate: The certificate of the signer ({certificate}) does not name a member as its certificate profile requires[ ({profile})].',
  },
  'xroad-member-matches': {
    question: 'Did the sender of the message sign it?',
    answer: 'IncorrectCertificate: The certificate belongs to {certificate}, the message was sent by {sender}.',
  },
  'xroad-configuration-current': {
    question: 'Was the configuration of the instance valid when the message was time-stamped?',
    answer:
      "The trusted configuration of the X-Road instance '{instance}' expired on {expires}, before the message was time-stamped on {at}.",
  },
  'xroad-file-not-signed': {
    question: 'Does the signature cover every file of the container?',
    answer: 'The container holds {file}, which the signature does not cover.',
  },
}
