import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { problemOf } from '../../testkit/contract.ts'
import { jsonOrText, type Received, type Sent, send } from '../../testkit/http.ts'
import { makeTemporaryFolder } from '../../testkit/temporary-folder.ts'
import { issueKey } from '../actions/issue-key.ts'
import { seedDemo } from '../demo/seed-demo.ts'
import { timestamp } from '../domain/clock.ts'
import { newId } from '../domain/ids.ts'
import type { Parts } from '../process/compose.ts'
import { insertAccount } from '../store/accounts.ts'
import type { Store } from '../store/store.ts'
import { type ServeOptions, serve } from './serve.ts'

/** A request; `json` is sent as the body, and the test account's key goes with it unless `key` says otherwise. */
export type TestRequest = Sent & { key?: string | null; json?: unknown; unchecked?: boolean }

export type TestResponse = Received & { body: unknown }

/** What sends requests to a server, with a key, and holds the responses against the document. */
export const requestsTo =
  (url: string, ownKey: string) =>
  async (sent: TestRequest): Promise<TestResponse> => {
    const { key = ownKey, json, unchecked, ...rest } = sent
    const body = json === undefined ? rest.body : JSON.stringify(json)
    const headers = {
      authorization: key === null ? undefined : `Bearer ${key}`,
      'content-type': json === undefined ? undefined : 'application/json',
      ...rest.headers,
    }
    const received = await send(url, { ...rest, headers, body })
    if (!unchecked) expect(problemOf(sent, received)).toBeUndefined()
    return { ...received, body: jsonOrText(received.text) }
  }

type Options = {
  /** Settings, as environment variables. */
  environment?: Record<string, string>
  /** Whether the account is full of demo data. */
  demo?: boolean
  /** Parts to put in the place of the real ones. */
  parts?: Partial<Parts>
  /** What events are handed to; if nothing is said, they are kept in `published`. */
  deliverer?: ServeOptions['deliverer']
  /** What goes round the app, if anything does. */
  around?: ServeOptions['around']
}

const newAccount = async (store: Store, demo: boolean, now: number) =>
  store.write(async (transaction) => {
    const account = demo ? await seedDemo(transaction, now) : newId('acc')
    if (!demo)
      await insertAccount(transaction, { id: account, name: 'Test', createdAt: timestamp(now) })
    return { account, key: await issueKey(transaction, account, 'test', now) }
  })

/**
 * A real server on a port and a SQLite file of its own, with an account and its key. Every response
 * is held against the document; replies with undeclared fields are errors. The caller stops it.
 */
export const sharedTestServer = async ({
  environment = {},
  demo = true,
  parts = {},
  deliverer,
  around,
}: Options = {}) => {
  const folder = makeTemporaryFolder()
  const databaseFile = join(folder.path, 'test.db')
  const server = await serve({
    databaseFile,
    environment,
    parts,
    ...(deliverer ? { deliverer } : {}),
    ...(around ? { around } : {}),
  })
  const { url, store, time } = server
  const { account, key } = await newAccount(store, demo, time.now)

  const stop = async () => {
    await server.stop()
    folder.remove()
  }

  const request = requestsTo(url, key)

  return {
    ...server,
    account,
    key,
    request,
    stop,
    get: (path: string) => request({ path }),
    post: (path: string, json?: unknown) => request({ method: 'POST', path, json }),
    put: (path: string, json: unknown) => request({ method: 'PUT', path, json }),
    /** Another account of the same server, with its key. */
    another: (full = false) => newAccount(store, full, time.now),
  }
}

export type TestServer = Awaited<ReturnType<typeof sharedTestServer>>

/** The same, for one test: it stops when the test is over. */
export const testServer = async (options: Options = {}): Promise<TestServer> => {
  const server = await sharedTestServer(options)
  onTestFinished(server.stop)
  return server
}
