/** Returns whether an error is about the command line or the file system. It needs no stack. */
export const isUsageError = (error: Error): boolean =>
  'code' in error && /^(?:ERR_PARSE_ARGS|E[A-Z]+$)/.test(String(error.code))
