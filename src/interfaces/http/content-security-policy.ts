/** Content Security Policy of our own pages: no other host, nothing inline, no frames and no forms. `own` are the directives that a page adds. */
export function contentSecurityPolicy(...own: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ...own,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
