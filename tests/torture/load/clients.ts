import type { TestRequest, TestResponse } from '../../../server/testing/test-server.ts'
import { withKey } from '../../../testkit/api-request.ts'
import { problemOf } from '../../../testkit/contract.ts'
import { jsonOrText, send } from '../../../testkit/http.ts'
import { responseProblem } from '../hostile/check-outcome.ts'
import type { Faults } from './faults.ts'

/** Thrown when a request failed for a known reason, so that the customer starts over. */
export class GaveUp extends Error {
  override name = 'GaveUp'
}

export type Asked = TestRequest & {
  /** Accepted status codes. */
  expected?: readonly number[]
}

export type Ask = (asked: Asked) => Promise<TestResponse>

/** Number of requests with a response, without one, and with a 500 while the database failed. */
export type Counts = { responded: number; failedRequests: number; failed: number }

type Options = {
  url: string
  faults: Faults
  counts: Counts
  /** Awaited before each request. */
  turn: () => Promise<void>
}

const maxReported = 20

/** Sends requests, checks every response against the document, and counts. */
export const clients = ({ url, faults, counts, turn }: Options) => {
  const problems: string[] = []
  let late: number[] = []
  const tell = (problem: string) => {
    if (problems.length < maxReported) problems.push(problem)
  }

  const askAs =
    (ownKey: string): Ask =>
    async ({ expected = [200], unchecked, ...request }) => {
      await turn()
      const sent = withKey(ownKey, request)
      const start = performance.now()
      const what = `${sent.method ?? 'GET'} ${sent.path}`
      const received = await send(url, sent).catch((error: unknown) => {
        counts.failedRequests++
        if (!faults.wasDown(start, performance.now())) tell(`${what} got no response: ${error}`)
        throw new GaveUp('no response')
      })
      const end = performance.now()
      counts.responded++
      late.push(end - start)
      const isFailure = received.status === 500 && faults.wasFailing(start, end)
      if (isFailure) counts.failed++
      const isFailedPage = isFailure && unchecked
      const check = unchecked ? responseProblem : problemOf
      const problem = isFailedPage ? undefined : check(sent, received)
      if (problem) tell(problem)
      if (isFailure) throw new GaveUp('the database fails')
      if (!problem && !expected.includes(received.status))
        tell(`${what} returned ${received.status} ${received.text.slice(0, 200)}`)
      if (!expected.includes(received.status)) throw new GaveUp('unexpected status')
      return { ...received, body: jsonOrText(received.text) }
    }

  /** Response times since the last call, in milliseconds. */
  const takeLatencies = () => {
    const sorted = late.toSorted((a, b) => a - b)
    late = []
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    return { median: at(0.5), p99: at(0.99) }
  }

  return { askAs, problems, takeLatencies }
}
