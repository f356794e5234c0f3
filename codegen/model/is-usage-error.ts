/** Whether an error is about the command line or the file system, so that its message says it all. */
export const isUsageError = (error: Error): boolean =>
  'code' in error && /^(?:ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(error.code))
