import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Received } from '../../testkit/http.ts'
import type { Running } from '../support/target.ts'
import { type LossyProxyOptions, startLossyProxy } from './lossy-proxy.ts'
import { followInvite, type OutsideEvents } from './outside-events.ts'
import { type Outcome, respect } from './respect.ts'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Every workflow document, by its file. */
export const documents: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.arazzo.yaml'))
  .toSorted()

/** The one that waits for what is no operation of the API. */
export const waiting = 'invite.arazzo.yaml'

/** Inputs for every workflow; recipients nobody else has, so that their orders can be told apart. */
const inputsFor = (key: string): Record<string, string> => {
  const run = randomUUID().slice(0, 8)
  return {
    apiKey: key,
    email: `first-${run}@example.com`,
    inviteEmail: `invited-${run}@example.com`,
    onceEmail: `once-${run}@example.com`,
    webhookUrl: `https://hooks.example.com/${run}`,
  }
}

type Wanted = {
  names?: readonly string[]
  /** What is done outside the API; without it a workflow that waits for that would wait in vain. */
  outside?: OutsideEvents | undefined
  fate?: LossyProxyOptions['fate']
}

/**
 * Runs workflows against a server, on a way that loses what it is told to lose.
 * @throws {Error} when they could not be run, or what is done outside the API failed.
 */
export const runWorkflows = async (
  target: Pick<Running, 'url' | 'key'>,
  { names = documents, outside, fate = () => 'answered' }: Wanted = {},
): Promise<Outcome[]> => {
  const ended = new AbortController()
  const failed = Promise.withResolvers<never>()
  const follow = (answer: Received) => {
    if (outside) followInvite(target, outside, answer).catch(failed.reject)
  }
  const proxy = await startLossyProxy(target.url, {
    fate,
    onAnswer: (method, path, answer) => {
      if (method === 'POST' && path === '/v1/invites/create' && answer.status === 200)
        follow(answer)
    },
  })
  try {
    const files = names.map((name) => join(folder, name))
    const inputs = inputsFor(target.key)
    return await Promise.race([respect(proxy.url, files, inputs, ended.signal), failed.promise])
  } finally {
    ended.abort()
    await proxy.stop()
  }
}
