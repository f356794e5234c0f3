/** What the generator found in a document. An error stops it, a warning does not. */
export type Finding = {
  severity: 'error' | 'warning'
  message: string
  pointer: string
  /** Whether its place is the name of the part. */
  isOfKey?: boolean
  /** What the finding is a case of. */
  kind: string
}

/**
 * Records a finding at a JSON pointer of the document.
 * @param kind the kind of the finding. Default: the message, which then names nothing of the document.
 */
export type Report = (
  severity: Finding['severity'],
  message: string,
  pointer: string,
  kind?: string,
) => void

/** Returns every error, and the first warning of each kind, each with the number of others like it. */
export const summaryOf = (findings: readonly Finding[]): { first: Finding; others: number }[] => {
  const summary = new Map<unknown, { first: Finding; others: number }>()
  for (const finding of findings) {
    const key = finding.severity === 'error' ? finding : finding.kind
    const known = summary.get(key)
    if (known) known.others++
    else summary.set(key, { first: finding, others: 0 })
  }
  return [...summary.values()]
}

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

/** Returns whether an error is about the command line or the file system. It needs no stack. */
export const isUsageError = (error: Error): boolean =>
  'code' in error && /^(?:ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(error.code))
