import type { Received } from '../../../testkit/http.ts'
import { isMessage, responseProblem, shown } from '../response-problem.ts'
import { type Outcome, patience } from './connection.ts'
import type { Message } from './messages.ts'

/** A rejection of an invalid request, which closes the connection. */
const isRejection = (response: Received): boolean =>
  [400, 408, 413, 431].includes(response.status) &&
  response.headers.connection === 'close' &&
  isMessage(response)

/** Returns what is wrong with a response, whatever it responds to. */
const anyResponseProblem = (response: Received): string | undefined => {
  if (response.status >= 500) return `${shown(response)} is a server error`
  const { 'content-type': type, 'content-encoding': encoding } = response.headers
  if (type !== 'application/json' || encoding !== undefined || response.text === '')
    return undefined
  try {
    JSON.parse(response.text)
    return undefined
  } catch {
    return `${shown(response)} is not JSON`
  }
}

/** Returns how the outcome differs from what must follow the message, or undefined. */
export const outcomeProblem = ({ expected }: Message, outcome: Outcome): string | undefined => {
  const { responses, rest, problem, closed, refused, milliseconds } = outcome
  const after = `after ${(milliseconds / 1000).toFixed(1)} s`
  if (refused) return 'the connection was refused'
  if (problem) return problem
  for (const response of responses) {
    const wrong = anyResponseProblem(response)
    if (wrong) return wrong
  }
  const all = responses.map(shown).join(' and ') || 'nothing'
  switch (expected.is) {
    case 'responses': {
      const wanted = expected.to.length + (expected.andRejection ? 1 : 0)
      if (responses.length !== wanted || rest !== '')
        return `${responses.length} of ${wanted} responses arrived ${after}: ${all} ${JSON.stringify(rest)}`
      for (const [i, response] of responses.entries()) {
        const sent = expected.to[i]
        const isRight = sent === undefined && isRejection(response)
        const wrong = sent ? responseProblem(sent, response) : `${shown(response)} is no rejection`
        if (wrong && !isRight) return wrong
      }
      return undefined
    }
    case 'rejection': {
      const [only] = responses
      if (!only || responses.length > 1 || !isRejection(only))
        return `expected one rejection, not ${all}`
      return closed ? undefined : `rejected, but the connection stayed open ${after}`
    }
    case 'survival':
      if (responses.length > expected.most) return `more responses than requests: ${all}`
      return closed || milliseconds < patience ? undefined : `the connection is open ${after}`
    case 'close':
      if (responses.length > expected.most) return `the server sent ${responses.length} responses`
      return closed ? undefined : `the connection is open ${after}`
  }
}
