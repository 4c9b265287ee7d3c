/** A published set of certificates that may sign a list of lists. They are public; nothing but their exact bytes is trusted. */
export interface PinnedCertificates {
  readonly name: string
  /** Address of the notice as the list of lists writes it in its scheme information. */
  readonly noticeUrl: string
  readonly pem: readonly string[]
}
