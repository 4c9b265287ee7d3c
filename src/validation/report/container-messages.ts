import type { ContainerFindingKey } from '#model'
import type { Message } from './message-template.js'

/** Messages about the container. Whether a finding changes a verdict is the policy's choice (`decisions.md#container-findings`). */
export const containerMessages: Readonly<Record<ContainerFindingKey, Message>> = {
  'mimetype-first': {
    question: 'Is the type of the container its first file?',
    answer: '"mimetype" should be the first file in the container',
  },
  'mimetype-stored': {
    question: 'Is the type of the container not compressed?',
    answer: 'Container "mimetype" file must not be compressed',
  },
  'mimetype-without-extra-fields': {
    question: 'Does the header of the type of the container have no extra fields?',
    answer: 'Container "mimetype" file must not contain "Extra fields" in its ZIP header',
  },
  'mimetype-expected': {
    question: 'Does the container state a type of ASiC?',
    answer: 'Container should have one of the expected mimetypes: "application/vnd.etsi.asic-e+zip", "application/vnd.etsi.asic-s+zip"',
  },
  'container-kind-stated': {
    question: 'Does the container state that it is ASiC-E or ASiC-S?',
    answer: 'The container has no mimetype entry that states ASiC-E or ASiC-S.',
  },
  'mimetype-of-kind': {
    question: 'Does the container state the type that it has?',
    answer: 'The container states that it is of the kind ASiC-E, but it holds time-stamp tokens over its file, which is the kind ASiC-S.',
  },
  'asics-data-file-single': {
    question: 'Does the ASiC-S container have one data file?',
    answer: 'The container is of the kind ASiC-S, which has exactly one data file; this one has {count}.',
  },
  'token-covers-data-file': {
    question: 'Does the time-stamp cover the data file?',
    answer: 'The time-stamp does not cover the data file of the container.',
  },
  'manifest-missing': {
    question: 'Does the container have a list of its files?',
    answer: 'The container has no list of its files (META-INF/manifest.xml).',
  },
  'manifest-not-opendocument': {
    question: 'Is the list of files of the known kind?',
    answer:
      'The list of files in the container is not of the known kind (its root element is {root}); it was not compared with the signatures.',
  },
  'manifest-entry-without-path': {
    question: 'Does every entry of the list name a file?',
    answer: 'The list of files in the container has {count} entries that name no file.',
  },
  'manifest-duplicate-entry': {
    question: 'Does the list name each file once?',
    answer: 'The list of files in the container names {file} more than once.',
  },
  'manifest-mime-type-invalid': {
    question: 'Are the types of the files written correctly?',
    answer: 'The list of files in the container gives {file} a type that is not written correctly ({mimeType}).',
  },
  'cades-signature-not-read': {
    question: 'Are all signatures of a kind that is validated here?',
    answer: 'The container also contains a signature of another kind (CAdES, {file}); it was not validated.',
  },
  'evidence-record-not-read': {
    question: 'Is everything that proves something of a kind that is evaluated here?',
    answer:
      'The container also contains an evidence record or a manifest of one ({file}); evidence records are not evaluated here, so it proves nothing in this report.',
  },
  'meta-file-not-read': {
    question: 'Does META-INF hold only signatures, time-stamps and lists of files?',
    answer: 'The container holds {file}, which is no signature, time-stamp or list of files that is read here; it was not read.',
  },
  'manifest-entry-not-in-signature': {
    question: 'Does the signature cover every listed file?',
    answer: 'The list of files in the container names {file} (type {mimeType}), which the signature {signature} does not cover.',
  },
  'mime-type-differs': {
    question: 'Do list and signature agree on the types of files?',
    answer: 'The type of {file} is {manifestMimeType} in the list of files and {signatureMimeType} in the signature {signature}.',
  },
  'signature-entry-not-in-manifest': {
    question: 'Is every signed file listed?',
    answer: 'The signature {signature} covers {file}[ (type {mimeType})], which the list of files in the container does not name.',
  },
  'container-file-not-in-signature': {
    question: 'Does the signature cover every file?',
    answer: 'The container holds {file}, which is not signed.',
  },
  'signature-has-unsigned-files': {
    question: 'Does each signature cover every file?',
    answer: 'The signature {signature}[ of {signedBy}] does not cover these files: {files}.',
  },
  'findings-omitted': {
    question: 'Are all findings listed?',
    answer: '{count} further findings about the container are not listed.',
  },
}
