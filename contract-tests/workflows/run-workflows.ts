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

/** The workflow that waits for events outside the API. */
export const waiting = 'invite.arazzo.yaml'

/** Returns the inputs of every workflow. Each run has its own recipients, so that their orders can be found. */
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
  /** Causes the events outside the API. Without it, a workflow that waits for them times out. */
  outside?: OutsideEvents | undefined
  fate?: LossyProxyOptions['fate']
}

/**
 * Runs workflows against a server, through a proxy that can drop requests and responses.
 * @throws {Error} when they cannot run, or when an event outside the API fails.
 */
export const runWorkflows = async (
  target: Pick<Running, 'url' | 'key'>,
  { names = documents, outside, fate = () => 'delivered' }: Wanted = {},
): Promise<Outcome[]> => {
  const ended = new AbortController()
  const failed = Promise.withResolvers<never>()
  const follow = (response: Received) => {
    if (outside) followInvite(target, outside, response).catch(failed.reject)
  }
  const proxy = await startLossyProxy(target.url, {
    fate,
    onResponse: (method, path, response) => {
      if (method === 'POST' && path === '/v1/invites/create' && response.status === 200)
        follow(response)
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
