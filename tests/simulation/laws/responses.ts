import { problemOf } from '../../../testkit/contract.ts'
import type { Exchange } from '../exchange.ts'
import { must } from '../violation.ts'

/** Checks a response against the document, and that nothing of another account is in it. */
export const checkResponse = (
  { sent, received, account, marker }: Exchange,
  hasFault: boolean,
): void => {
  if (!received) return
  const problem = problemOf(sent, received)
  must(problem === undefined, 'responses keep the contract', () => String(problem))
  must(
    received.status !== 500 || hasFault,
    'only faults cause a 500',
    () =>
      `${marker} ${sent.method ?? 'GET'} ${sent.path} is 500, and no fault met a statement since it was sent`,
  )
  const other = [...received.text.matchAll(/\bacct\d(?=\b|-)/g)].find(
    ([name]) => name !== account.name,
  )
  must(
    !other,
    'accounts are apart',
    () => `${account.name} received ${other?.[0]} in ${received.text.slice(0, 300)}`,
  )
}
