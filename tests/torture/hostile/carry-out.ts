import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Received } from '../../../testkit/http.ts'
import type { Attack, Due, Step } from './attack.ts'
import { readAnswers } from './read-answers.ts'

/** What came of an attack. */
export type Outcome = {
  answers: readonly Received[]
  /** What else came, that is no whole answer. */
  rest: string
  /** What is wrong with it, if it is not just cut off. */
  problem: string | undefined
  /** The server ended the connection, by a word or without. */
  hungUp: boolean
  milliseconds: number
  /** The connection could not be had. */
  refused: boolean
}

/** How long a client waits for what it is due, in milliseconds. */
export const patience = 30_000

/** The methods of the requests, as far as answers depend on them. */
const methodsOf = (due: Due): readonly string[] => {
  if (due.is === 'answers') return due.to.map(({ method = 'GET' }) => method)
  return due.is === 'survival' ? (due.methods ?? []) : []
}

/** Reads answers as they come. */
const listener = (methods: readonly string[]) => {
  const answers: Received[] = []
  let rest: Buffer<ArrayBufferLike> = Buffer.alloc(0)
  let problem: string | undefined
  const hear = (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    if (problem !== undefined) return
    const came = readAnswers(rest, methods.slice(answers.length))
    answers.push(...came.answers)
    rest = rest.subarray(came.read)
    problem = came.problem
  }
  return { answers, hear, left: () => ({ rest: rest.toString('latin1', 0, 300), problem }) }
}

/** Waits, but no longer than the connection lives. */
const pause = (milliseconds: number, over: Promise<void>): Promise<void> => {
  const timer = new AbortController()
  const slept = sleep(milliseconds, undefined, { signal: timer.signal }).catch(() => {})
  return Promise.race([slept, over]).finally(() => timer.abort())
}

/** Reads nothing, or a little now and then, for as long as that. */
const takeLittle = async (socket: Socket, bytes: number, milliseconds: number) => {
  const until = performance.now() + milliseconds
  socket.pause()
  while (performance.now() < until) {
    await sleep(Math.min(500, milliseconds))
    if (bytes > 0) socket.read(bytes)
  }
  socket.resume()
}

/** Takes a step. @param longest how many milliseconds it may take. */
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
      // What was written is to be on its way before the reset that throws it away.
      await new Promise<void>((written) => socket.write('', () => written()))
      socket.resetAndDestroy()
      return
    case 'wait':
      return pause(Math.min(step.milliseconds, longest), over)
    case 'drip':
      while (!socket.destroyed && performance.now() < until) {
        await pause(Math.min(step.every, longest), over)
        if (socket.writable) socket.write(step.bytes, 'latin1')
      }
      return
    case 'be deaf':
      return takeLittle(socket, 0, Math.min(step.milliseconds, longest))
    case 'sip':
      return takeLittle(socket, 512, Math.min(step.milliseconds, longest))
  }
}

/**
 * Carries out an attack on a connection of its own, and reads what comes of it. It ends by itself.
 * @param longest how long a slow client stays, in milliseconds, if the server lets it.
 */
export const carryOut = async (
  port: number,
  { steps, due }: Attack,
  longest = Number.POSITIVE_INFINITY,
): Promise<Outcome> => {
  const start = performance.now()
  const asked = methodsOf(due)
  const { answers, hear, left } = listener(asked)
  let hungUp = false
  let refused = false
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  const over = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  const isDone = () =>
    due.is === 'answers' && answers.length >= asked.length + (due.andARefusal ? 1 : 0)
  socket.on('data', (chunk) => {
    hear(chunk)
    if (isDone()) socket.resetAndDestroy()
  })
  socket.once('end', () => {
    hungUp = true
    socket.end()
  })
  socket.on('error', (error) => {
    const code = 'code' in error ? error.code : undefined
    hungUp ||= code === 'ECONNRESET' || code === 'EPIPE'
    refused ||= !hungUp
  })
  const most = due.is === 'hanging up' ? Math.min(longest, due.within) : 0
  const last = setTimeout(() => socket.resetAndDestroy(), most + patience)
  for (const step of steps) if (!socket.destroyed) await take(socket, step, over, longest)
  // Who was told to leave early has no more to see.
  if (due.is === 'hanging up' && longest < due.within) socket.resetAndDestroy()
  await over
  clearTimeout(last)
  return { answers, ...left(), hungUp, refused, milliseconds: performance.now() - start }
}
