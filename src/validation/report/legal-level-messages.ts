import type { LegalLevelKey } from '#model'
import type { Message } from './message-template.js'

/** Messages about the legal level, and about the trusted lists that a signature depends on. */
export const legalLevelMessages: Readonly<Record<LegalLevelKey, Message>> = {
  'level-authorities-complete': {
    question: 'Could every authority above the certificate be checked?',
    answer: 'There are more authorities above the certificate than can be checked, so the legal level is not determined.',
  },
  'level-service-listed': {
    question: 'Does a trusted list contain a service that issued the certificate or is above its issuer?',
    answer: 'No trusted list contains a service at {time} that issued the certificate or is above its issuer.',
  },
  'level-service-for-qualified-certificates': {
    question: 'Does one of the services issue qualified certificates?',
    answer: 'No listed service above the certificate issues qualified certificates[ (they are of the types {types})].',
  },
  'level-service-covers-certificate-type': {
    question: 'Does the service issue certificates of this type?',
    answer: 'The listed services issue no certificates of the type {type}.',
  },
  'level-services-consistent': {
    question: 'Are the entries of the lists free of contradictions?',
    answer: 'An entry of a trusted list contradicts itself or the dates[ ({contradictions})].',
  },
  'level-services-agree': {
    question: 'Do all services give the same result for the certificate?',
    answer: 'The listed services contradict each other about the certificate ({services}).',
  },
  'level-service-active': {
    question: 'Was the service active?',
    answer: 'The listed services were not active at that time ({services}: {statuses}).',
  },
  'level-certificate-qualified': {
    question: 'Is the certificate qualified?',
    answer: 'The certificate is not qualified by the service {service}.',
  },
  'level-certificate-type': {
    question: 'Is the type of the certificate known?',
    answer: 'The type of the certificate is not known (it states {stated}).',
  },
  'level-certificate-device': {
    question: 'Is the key in a qualified signature creation device?',
    answer: 'Nothing states that the key is in a qualified signature creation device.',
  },
  'level-same-at-issuance-and-signing': {
    question: 'Was the qualification of the certificate the same at issuance and at signing?',
    answer: 'The certificate was {issuance} at issuance and {signing} at signing.',
  },
  'signature-level-qualified': {
    question: 'Is the signature a qualified electronic signature or seal?',
    answer: 'The signature is not a qualified electronic signature or seal, which this policy requires[ (its level is {level})].',
  },
  'signature-level-sufficient': {
    question: 'Is the legal level of the signature one that the policy accepts?',
    answer:
      'The policy accepts qualified signatures, and seals with a qualified certificate; this signature is neither[ (its level is {level})].',
  },
  'signature-level-with-device': {
    question: 'Is the key of the signature in a qualified signature creation device?',
    answer: 'The signature has a qualified certificate, but nothing states that its key is in a qualified device (its level is {level}).',
  },
  'trusted-list-stale': {
    question: 'Is the trusted list that the signature rests on still current?',
    answer:
      'The signature rests on the trusted list of {territory} (number {sequenceNumber}), which should have been replaced by {nextUpdate}; changes since then are not known here.',
  },
  'list-of-lists-stale': {
    question: 'Is the list of trusted lists that the signature rests on still current?',
    answer:
      'The signature rests on the list of trusted lists of {territory} (number {sequenceNumber}), which should have been replaced by {nextUpdate}; changes since then are not known here.',
  },
  'trust-missing': {
    question: 'Does the service have trusted lists or trusted certificates?',
    answer:
      'The service has no trusted lists and no trusted certificates, so no signature can pass: this says nothing about the document. Ask the operator of the service to load the lists, and validate it again.',
  },
}
