import { failedWith, indeterminateWith } from '../outcome.js'
import { fails, warns } from './entry.js'

/** The fault codes of the X-Road verifier. Message texts begin with them, because existing clients compare them. */
const rule = (fault: string) => `X-Road, ${fault}`
const FORMAT = failedWith('FORMAT_FAILURE')
const HASH = failedWith('HASH_FAILURE')

/** Rules for the message, which must state its sender. */
export const xroadMessageRules = Object.freeze({
  'xroad-message-readable': fails(rule('InvalidSoap'), FORMAT),
  'xroad-message-header-present': fails(rule('MissingHeader'), FORMAT),
  'xroad-message-body-single': fails(rule('MissingBody'), FORMAT),
  'xroad-message-field-present': fails(rule('MissingHeaderField'), FORMAT),
  'xroad-message-field-single': fails(rule('DuplicateHeaderField'), FORMAT),
  'xroad-message-field-valid': fails(rule('InvalidXml'), FORMAT),
  'xroad-message-service-consistent': fails(rule('InconsistentHeaders'), FORMAT),
})

/** Rules for the container: one signature and one time-stamp in the required places; the signature covers the message. */
export const xroadStructureRules = Object.freeze({
  'xroad-signature-single': fails(rule('MalformedSignature'), FORMAT),
  'xroad-time-stamp-single': fails(rule('MalformedSignature'), FORMAT),
  'xroad-message-signed': fails(rule('MalformedSignature'), FORMAT),
})

/** Rules for the hash chains of signature and time-stamp, which must lead to the message. */
export const xroadHashChainRules = Object.freeze({
  'xroad-hash-chain-readable': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-transforms': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-reference-inside': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-step-found': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-acyclic': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-input-once': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-input-order': fails(rule('MalformedHashChain'), FORMAT),
  'xroad-hash-chain-input-bound': fails(rule('HashChainUnusedInputs'), FORMAT),
  'xroad-hash-chain-steps-used': warns(rule('MalformedHashChain'), FORMAT),
})

/** Rules for the digests in the hash chains: each must be that of the data it refers to. */
export const xroadHashChainDigests = Object.freeze({
  'xroad-hash-chain-input-intact': fails(rule('InvalidHashChainRef'), HASH),
  'xroad-hash-chain-result-intact': fails(rule('InvalidHashChain'), HASH),
  'xroad-hash-chain-digest-known': fails(rule('MalformedHashChain'), indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
})

/** Checks of X-Road containers: the message, the hash chains of signature and time-stamp, and the member that must have signed. */
export const xroadChecks = Object.freeze({
  ...xroadMessageRules,
  ...xroadStructureRules,
  ...xroadHashChainRules,
  ...xroadHashChainDigests,
  'xroad-hash-chain-algorithm-acceptable': fails('EN 319 102-1 5.2.8, TS 119 312', indeterminateWith('CRYPTO_CONSTRAINTS_FAILURE_NO_POE')),
  'xroad-attachment-present': warns('X-Road, message log', FORMAT),
  // Who signed
  'xroad-instance-known': fails(rule('CannotCreateCertPath'), indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND'), { needsTrust: true }),
  'xroad-member-named': fails(rule('IncorrectCertificate'), indeterminateWith('CHAIN_CONSTRAINTS_FAILURE')),
  'xroad-member-matches': fails(rule('IncorrectCertificate'), indeterminateWith('CHAIN_CONSTRAINTS_FAILURE')),
  'xroad-configuration-current': warns(rule('OutdatedGlobalConf'), indeterminateWith('NO_CERTIFICATE_CHAIN_FOUND')),
  // The container
  'xroad-file-not-signed': warns('X-Road, message log', FORMAT),
})
