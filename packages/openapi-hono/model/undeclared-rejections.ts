import type { Operation } from './model.ts'

/**
 * Returns how many operations reject requests with a status that they do not declare, as sentences.
 * Clients that are made from the document do not expect these responses.
 */
export const undeclaredRejections = (operations: readonly Operation[]): string[] => {
  const rejecting = [
    {
      all: operations.filter(({ parameters, body }) => parameters.length > 0 || body),
      codes: [400, 422],
      what: 'input',
    },
    { all: operations.filter(isSecured), codes: [401], what: 'security' },
  ]
  return rejecting.flatMap(({ all, codes, what }) => {
    const silent = all.filter((operation) => !declares(operation, codes))
    const names = `${codes.join(' or ')}, 4XX or default`
    return silent.length === 0
      ? []
      : [`${silent.length} of ${all.length} operations with ${what} do not declare ${names}`]
  })
}

/** Whether every alternative needs credentials. */
function isSecured({ security }: Operation): boolean {
  return security.length > 0 && security.every((each) => Object.keys(each).length > 0)
}

function declares({ replies, ranges }: Operation, codes: readonly number[]): boolean {
  return (
    ranges.some(({ range }) => range === '4XX' || range === 'default') ||
    replies.some(({ status }) => codes.includes(status))
  )
}
