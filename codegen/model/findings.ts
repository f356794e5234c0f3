/** What the generator found in a document. An error stops it, a warning does not. */
export type Finding = { severity: 'error' | 'warning'; message: string; pointer: string }

/** Records what is found at a JSON pointer of the document. */
export type Report = (severity: Finding['severity'], message: string, pointer: string) => void

/** Thrown for a document that the generator cannot carry. The message has every finding on a line. */
export class UnsupportedError extends Error {
  override name = 'UnsupportedError'
  readonly findings: readonly string[]

  /** @param findings each with its place. */
  constructor(findings: readonly string[]) {
    super(`The document cannot be carried. Change or remove these parts:\n${findings.join('\n')}`)
    this.findings = findings
  }
}
