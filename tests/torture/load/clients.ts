import type { Answer, TestRequest } from '../../../server/testing/test-server.ts'
import { problemOf } from '../../../testkit/contract.ts'
import { jsonOrText, send } from '../../../testkit/http.ts'
import { problemOfAnswer } from '../hostile/judge.ts'
import type { Faults } from './faults.ts'

/** A request was not answered as it usually is, for a reason that is known: who made it gives up. */
export class GivenUp extends Error {
  override name = 'GivenUp'
}

export type Asked = TestRequest & {
  /** The statuses that it can be answered with. */
  expected?: readonly number[]
}

export type Ask = (asked: Asked) => Promise<Answer>

/** How requests ended: answered, not answered, answered 500 while the disk was full. */
export type Counts = { answered: number; unanswered: number; failed: number }

type Options = {
  url: string
  faults: Faults
  counts: Counts
  /** To be waited for before each request. */
  turn: () => Promise<void>
}

/** Somebody's client has more to say than can be read. */
const mostTold = 20

/** What sends requests, holds every answer against the document, and counts. */
export const clients = ({ url, faults, counts, turn }: Options) => {
  const problems: string[] = []
  let late: number[] = []
  const tell = (problem: string) => {
    if (problems.length < mostTold) problems.push(problem)
  }

  const askAs =
    (ownKey: string): Ask =>
    async ({ key = ownKey, json, expected = [200], unchecked, ...rest }) => {
      await turn()
      const sent = {
        ...rest,
        headers: {
          authorization: key === null ? undefined : `Bearer ${key}`,
          'content-type': json === undefined ? undefined : 'application/json',
          ...rest.headers,
        },
        body: json === undefined ? rest.body : JSON.stringify(json),
      }
      const start = performance.now()
      const what = `${sent.method ?? 'GET'} ${sent.path}`
      const received = await send(url, sent).catch((error: unknown) => {
        counts.unanswered++
        if (!faults.wasDown(start, performance.now())) tell(`${what} was not answered: ${error}`)
        throw new GivenUp('there was no answer')
      })
      const end = performance.now()
      counts.answered++
      late.push(end - start)
      const isFull = received.status === 500 && faults.wasFull(start, end)
      if (isFull) counts.failed++
      const isFailedPage = isFull && unchecked
      const check = unchecked ? problemOfAnswer : problemOf
      const problem = isFailedPage ? undefined : check(sent, received)
      if (problem) tell(problem)
      if (isFull) throw new GivenUp('the disk is full')
      if (!problem && !expected.includes(received.status))
        tell(`${what} was answered ${received.status} ${received.text.slice(0, 200)}`)
      if (!expected.includes(received.status)) throw new GivenUp('it was refused')
      return { ...received, body: jsonOrText(received.text) }
    }

  /** How long answers took since this was last asked, in milliseconds. */
  const takeLatencies = () => {
    const sorted = late.toSorted((a, b) => a - b)
    late = []
    const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? 0
    return { median: at(0.5), p99: at(0.99) }
  }

  return { askAs, problems, takeLatencies }
}
