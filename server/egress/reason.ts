const words: ReadonlyMap<unknown, string> = new Map([
  ['ECONNREFUSED', 'Connection refused'],
  ['ECONNRESET', 'Connection reset'],
  ['ENOTFOUND', 'The host has no address'],
  ['EAI_AGAIN', 'The host cannot be looked up'],
  ['EHOSTUNREACH', 'The host cannot be reached'],
  ['ENETUNREACH', 'The host cannot be reached'],
  ['ETIMEDOUT', 'The host does not answer'],
  ['EPROTO', 'The host does not speak TLS'],
])

/** Why a request did not come to an answer, in a few words and without what only this machine knows. */
export const reasonOf = (error: Error): string => {
  const code = 'code' in error ? error.code : undefined
  const isTls = typeof code === 'string' && /CERT|ERR_TLS|SSL/.test(code)
  return words.get(code) ?? (isTls ? 'The certificate is not valid' : 'The request failed')
}
