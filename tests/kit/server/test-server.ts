import { join } from 'node:path'
import { expect, onTestFinished } from 'vitest'
import { problemOf } from '../../../contract-tests/support/contract.ts'
import {
  type ApiRequest,
  jsonOrText,
  type ReceivedBytes,
  send,
  withKey,
} from '../../../contract-tests/support/http.ts'
import { issueKey } from '../../../server/actions/issue-key.ts'
import { seedDemo } from '../../../server/demo/seed-demo.ts'
import { timestamp } from '../../../server/domain/clock.ts'
import { newId } from '../../../server/domain/ids.ts'
import { insertAccount } from '../../../server/store/accounts.ts'
import type { Store } from '../../../server/store/store.ts'
import { makeTemporaryFolder } from '../temporary-folder.ts'
import { type ServeOptions, serve } from './serve.ts'
import { newTestDatabase } from './test-database.ts'

/** A request. The default of `key` is the test account's key. */
export type TestRequest = ApiRequest & { unchecked?: boolean }

export type TestResponse = ReceivedBytes & { body: unknown }

/** Returns a function that sends requests with a key and validates the responses against the document. */
export const requestsTo =
  (url: string, ownKey: string) =>
  async ({ unchecked, ...request }: TestRequest): Promise<TestResponse> => {
    const sent = withKey(ownKey, request)
    const received = await send(url, sent)
    if (!unchecked) expect(problemOf(sent, received)).toBeUndefined()
    return { ...received, body: jsonOrText(received.text) }
  }

export type TestServerOptions = Omit<ServeOptions, 'databaseFile' | 'runs'> & {
  /** Whether the account has the demo data. */
  demo?: boolean
}

export const newAccount = (store: Store, demo = false, now = Date.now()) =>
  store.write(async (transaction) => {
    const account = demo ? await seedDemo(transaction, now) : newId('acc')
    if (!demo)
      await insertAccount(transaction, { id: account, name: 'Test', createdAt: timestamp(now) })
    return { account, key: await issueKey(transaction, account, 'test', now) }
  })

/**
 * Starts a server with an account and its key, on a database of its own. Validates every response
 * against the document. The caller must stop it.
 */
export const sharedTestServer = async (options: TestServerOptions = {}) => {
  const { demo = true, parts = {}, ...others } = options
  const folder = makeTemporaryFolder()
  const database = await newTestDatabase(folder.path)
  const server = await serve({
    ...others,
    databaseFile: join(folder.path, 'test.db'),
    parts: { ...parts, store: parts.store ?? (await database.open()) },
  })
  const { url, store, time } = server
  const { account, key } = await newAccount(store, demo, time.now)

  const stop = async () => {
    await server.stop()
    await database.remove()
    folder.remove()
  }

  const request = requestsTo(url, key)

  return {
    ...server,
    database,
    account,
    key,
    request,
    stop,
    get: (path: string) => request({ path }),
    post: (path: string, json?: unknown) => request({ method: 'POST', path, json }),
    put: (path: string, json: unknown) => request({ method: 'PUT', path, json }),
    another: (full = false) => newAccount(store, full, time.now),
  }
}

export type TestServer = Awaited<ReturnType<typeof sharedTestServer>>

/** Starts a server that stops when the test ends. */
export const testServer = async (options: TestServerOptions = {}): Promise<TestServer> => {
  const server = await sharedTestServer(options)
  onTestFinished(server.stop)
  return server
}
