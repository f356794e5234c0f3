import type { Operation } from './model.ts'

/**
 * Returns how many operations reject requests with a status that they do not declare, as sentences.
 * Clients that are made from the document do not expect these responses.
 */
export const undeclaredRejections = (operations: readonly Operation[]): string[] => [
  ...silentAmong(operations.filter(hasInput), 'input', [400, 422]),
  ...silentAmong(operations.filter(isSecured), 'security', [401]),
]

function silentAmong(all: readonly Operation[], what: string, codes: readonly number[]): string[] {
  const silent = all.filter(
    ({ replies, ranges }) =>
      !ranges.some(({ range }) => range === '4XX' || range === 'default') &&
      !replies.some(({ status }) => codes.includes(status)),
  )
  const names = `${codes.join(' or ')}, 4XX or default`
  if (silent.length === 0) return []
  return [`${silent.length} of ${all.length} operations with ${what} do not declare ${names}`]
}

function hasInput({ parameters, body }: Operation): boolean {
  return parameters.length > 0 || body !== undefined
}

/** Whether every alternative needs credentials. */
function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((each) => Object.keys(each).length > 0)
}
