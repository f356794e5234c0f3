import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Received } from '../../../testkit/http.ts'
import type { Attack, Expectation, Step } from './attack.ts'
import { readResponses } from './read-responses.ts'

/** The outcome of an attack. */
export type Outcome = {
  responses: readonly Received[]
  /** Bytes that are no complete response. */
  rest: string
  /** Why these bytes are no response, unless they are just incomplete. */
  problem: string | undefined
  /** Whether the server closed the connection, by FIN or by reset. */
  closed: boolean
  milliseconds: number
  /** Whether the connection could not be opened. */
  refused: boolean
}

/** How long a client waits for the expected outcome, in milliseconds. */
export const patience = 30_000

/** The methods of the requests: a response to HEAD has no body. */
const methodsOf = (expected: Expectation): readonly string[] => {
  if (expected.is === 'responses') return expected.to.map(({ method = 'GET' }) => method)
  return expected.is === 'survival' ? (expected.methods ?? []) : []
}

/** Parses responses as they arrive. */
const listener = (methods: readonly string[]) => {
  const responses: Received[] = []
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let problem: string | undefined
  const hear = (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (problem !== undefined) return
    const came = readResponses(rest, methods.slice(responses.length))
    responses.push(...came.responses)
    rest = rest.subarray(came.read)
    problem = came.problem
  }
  return { responses, hear, left: () => ({ rest: rest.toString('latin1', 0, 300), problem }) }
}

/** Waits, but no longer than the connection is open. */
const pause = (milliseconds: number, over: Promise<void>): Promise<void> => {
  const timer = new AbortController()
  const slept = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})
  return Promise.race([slept, over]).finally(() => timer.abort())
}

/** Reads nothing, or a little now and then. */
const takeLittle = async (socket: Socket, bytes: number, milliseconds: number) => {
  const until = performance.now() + milliseconds
  socket.pause()
  while (performance.now() < until) {
    await sleep(Math.min(500, milliseconds))
    if (bytes > 0) socket.read(bytes)
  }
  socket.resume()
}

/** Executes a step. @param longest its time limit in milliseconds. */
const take = async (socket: Socket, step: Step, over: Promise<void>, longest: number) => {
  const until = performance.now() + longest
  switch (step.do) {
    case 'send':
      socket.write(step.bytes, 'latin1')
      return
    case 'half-close':
      socket.end()
      return
    case 'reset':
      // Written bytes must be sent before the reset discards them.
      await new Promise<void>((written) => socket.write('', () => written()))
      socket.resetAndDestroy()
      return
    case 'wait':
      return pause(Math.min(step.milliseconds, longest), over)
    case 'repeat':
      while (!socket.destroyed && performance.now() < until) {
        await pause(Math.min(step.every, longest), over)
        if (socket.writable) socket.write(step.bytes, 'latin1')
      }
      return
    case 'stop reading':
      return takeLittle(socket, 0, Math.min(step.milliseconds, longest))
    case 'read slowly':
      return takeLittle(socket, 512, Math.min(step.milliseconds, longest))
  }
}

/**
 * Runs an attack on a new connection and reads the responses. Resolves once the connection is closed.
 * @param longest how long a slow client stays at most, in milliseconds.
 */
export const runAttack = async (
  port: number,
  { steps, expected }: Attack,
  longest = Number.POSITIVE_INFINITY,
): Promise<Outcome> => {
  const start = performance.now()
  const asked = methodsOf(expected)
  const { responses, hear, left } = listener(asked)
  let closed = false
  let refused = false
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const isDone = () =>
    expected.is === 'responses' &&
    responses.length >= asked.length + (expected.andRejection ? 1 : 0)
  socket.on('data', (chunk) => {
    hear(chunk)
    if (isDone()) socket.resetAndDestroy()
  })
  socket.once('end', () => {
    closed = true
    socket.end()
  })
  socket.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined
    closed ||= code === 'ECONNRESET' || code === 'EPIPE'
    refused ||= !closed
  })
  const most = expected.is === 'close' ? Math.min(longest, expected.within) : 0
  const last = setTimeout(() => socket.resetAndDestroy(), most + patience)
  for (const step of steps) if (!socket.destroyed) await take(socket, step, over, longest)
  // A client that leaves before the server's timeout sees nothing more.
  if (expected.is === 'close' && longest < expected.within) socket.resetAndDestroy()
  await over
  clearTimeout(last)
  return { responses, ...left(), closed, refused, milliseconds: performance.now() - start }
}
