/// <reference lib="esnext.disposable" preserve="true" />

import type { ExampleNames } from '../generated/example-names.ts'
import type { webhooks } from '../generated/webhooks.ts'
import type { Client } from '../packages/client/index.ts'

/**
 * A mock of the API. Sessions have data, a clock, a rate limit, queued responses, receivers and a log of
 * their own. The default session is that of requests that name none.
 */
export type Mock = MockSession & {
  /** The URL that `listen` returned; undefined before. */
  readonly url: string | undefined
  /** Serves the mock. @returns its URL. @throws if the address is in use or the scenario is not valid. */
  listen(address?: ListenOptions): Promise<string>
  /**
   * Returns a session, which is created at its first request.
   * @param name at most 100 of the characters `A-Z a-z 0-9 . _ ~ -`
   */
  session(name: string): MockSession
  /** Stops the mock and removes its data. */
  stop(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The part of a mock that one test uses. */
export type MockSession = {
  /** Sends a request to the mock. It has the parameters of the global `fetch`, and takes paths such as `/v1/auth`. */
  fetch(input: string | URL | Request, init?: RequestInit): Promise<Response>
  readonly control: Control
  /** Deletes the session and its data. Its next request creates it again. */
  drop(): Promise<void>
}

export type ListenOptions = {
  /** Default: a free port. */
  port?: number
  /** Default: 127.0.0.1. */
  host?: string
  /** The files of a certificate with its chain, and of its private key. */
  tls?: { cert: string; key: string }
}

export type MockOptions = {
  /** Whether the mock remembers changes. Default: true. */
  stateful?: boolean
  /** A scenario's name, or the path of a shop file, the format of `merch apply`. Default: `demo`. */
  scenario?: ScenarioName | (string & {})
  /** Sets up each new session, after its scenario. */
  setUp?: SetUp
  /** The responses of the next calls of each session. */
  responses?: readonly QueuedCall[]
  /** Requests per window. Default: 1000. */
  limit?: number
  /** The length of a window. Default: 86400. */
  windowSeconds?: number
  /** The base URL of URLs in responses. Default: `http://127.0.0.1:4010`, or the URL of `listen`. */
  baseUrl?: string
  /** The seed of ids, of dynamic responses and of shares. Default: `mock`. */
  seed?: string
  /** The time at which the clock of each session stands until it is set or advanced. Default: the real time, which goes on. */
  time?: Date | string
  /** The locale of dynamic responses, one of `@faker-js/faker/locale/`. Default: `en`. Not in browsers. */
  locale?: string
  /** Gets a line for each write and each failure. Those of a 400, 401 and 429 say why. Default: none. */
  onLine?: (line: string) => void
}

export type HandlersOptions = Omit<MockOptions, 'baseUrl'> & {
  /** The base URL of the client under test. */
  url: string
  /** Handles the requests. Default: a new mock with the other options. */
  mock?: MockSession
  /** Generates dynamic responses in browsers, such as `faker` of `@faker-js/faker/locale/en`. */
  faker?: Faker
}

/** The parts of Faker that are used. */
export type Faker = {
  seed: (seed: number) => unknown
  helpers: { fake: (pattern: string) => string }
}

/** Sets up a session: with the client of the demo account, and the session's control. */
export type SetUp = (session: { client: Client; control: Control }) => unknown

export type ScenarioName =
  | 'demo'
  | 'empty'
  | 'large'
  | 'out-of-stock'
  | 'expired-campaign'
  | 'everything-shipped'

/** Controls a session. Methods throw with the reason if the mock rejects the call. */
export type Control = {
  state(): Promise<State>
  /** Resets the session to its scenario. */
  reset(keep?: { receivers?: boolean }): Promise<State>
  /** Resets the session to a scenario. */
  loadScenario(scenario: ScenarioName): Promise<State>
  /** Advances the clock. */
  advance(seconds: number): Promise<State>
  /** Sets the clock, which goes on from there. */
  setTime(time: Date | string): Promise<State>
  /** Keeps the data, the clock and the queued responses under a name, until the session ends. */
  snapshot(name: string): Promise<State>
  /** Restores a snapshot, and resets the rate limit. */
  restore(name: string): Promise<State>
  /** Uses up the rate limit of this client: the next requests get 429. */
  exhaustRateLimit(): Promise<void>
  /** Resets the rate limit, and nothing else. */
  resetRateLimit(): Promise<void>
  /** Queues responses for the next calls. */
  queue(...responses: readonly QueuedCall[]): Promise<void>
  /** Returns the last 100 requests, oldest first. Default: those of every operation and status code. */
  requests(filter?: RequestFilter): Promise<LoggedRequest[]>
  /** Clears the log of requests. */
  clearRequests(): Promise<void>
  /** Adds a URL that gets every event. Plain HTTP and localhost are allowed. */
  addReceiver(receiver: { url: string; secret?: string }): Promise<Receiver>
  /** Sends the document's example of an event to every receiver. */
  sendEvent(event: EventName): Promise<Delivered[]>
  /** Returns the last 100 deliveries, oldest first, when no delivery is pending. */
  deliveries(): Promise<Delivered[]>
  /** Sets the simulated status code of subscribers; null if they are unreachable. */
  setSubscribersStatus(status: number | null): Promise<void>
  ship(orderId: string): Promise<void>
  deliver(orderId: string): Promise<void>
  return(orderId: string): Promise<void>
}

/** Requests of one operation, with one method or status code. */
export type RequestFilter = {
  operation?: keyof ExampleNames | undefined
  method?: string | undefined
  status?: number | undefined
}

export type EventName = keyof typeof webhooks

/** When a connection is dropped. */
export type Drop =
  /** Before the operation runs: nothing changes. */
  | 'request'
  /** Before the response. The operation has run. */
  | 'before'
  /** After half of the response's body. */
  | 'within'
  /** After the response: the next request on this connection fails. */
  | 'after'

/** Milliseconds, or the least and the most of a range. */
export type Latency = number | readonly [least: number, most: number]

/** A failure or another response of an operation. */
export type QueueRequest<Example extends string = string> = {
  /** A status code that the document declares. Default: that of the example, or of a success. */
  status?: number | undefined
  /** The body, in place of an example. */
  body?: unknown
  headers?: Readonly<Record<string, string>> | undefined
  /** Allows status codes and bodies that the document does not declare, such as the 502 of a gateway. */
  unchecked?: boolean | undefined
  /** Only calls with this input: a part of `{ path, query, body }`. Default: every call. */
  match?: CallMatch | undefined
  /** The name of an example. Default: the first one of the status code. */
  example?: Example | undefined
  latencyMilliseconds?: Latency | undefined
  drop?: Drop | undefined
  /** The share of calls, from 0 to 1. Default: 1, every call. */
  share?: number | undefined
  /** The number of calls. Default: 1, or without limit if there is a share. */
  calls?: number | undefined
}

/** A part of the input of a call. Its objects may lack fields, and its lists items. */
export type CallMatch = {
  path?: object | undefined
  query?: object | undefined
  body?: object | undefined
}

/** A queued response of an operation, or of `any`. */
export type QueuedCall =
  | {
      [Id in keyof ExampleNames]: { operation: Id } & QueueRequest<ExampleNames[Id]>
    }[keyof ExampleNames]
  | ({ operation: 'any' } & Omit<QueueRequest, 'example'>)

/** A response for the next calls of an operation. */
export type QueuedResponse = {
  id: number
  /** An operation's id, or `any`. */
  operation: string
  /** Null if the operation responds itself. */
  status: number | null
  example: string | null
  drop: Drop | null
  latencyMilliseconds: Latency
  share: number
  /** The number of calls left; null if there is no limit. */
  calls: number | null
  match: CallMatch | null
  /** The response itself, if it is not an example. */
  custom: { body: unknown; headers: Readonly<Record<string, string>> } | null
}

/** A local URL that receives every event. */
export type Receiver = { url: string; secret: string }

/** A delivery and its result. */
export type Delivered = {
  number: number
  url: string
  headers: Readonly<Record<string, string>>
  body: string
  /** When it ended, in milliseconds since the Unix epoch, by the mock's clock. */
  at: number
  status: number | null
  error: string | null
}

export type LoggedRequest = {
  number: number
  /** When the request arrived, in milliseconds since the Unix epoch, by the mock's clock. */
  at: number
  milliseconds: number
  method: string
  url: string
  requestHeaders: Record<string, string>
  /** The operation at the method and path, also if the request was rejected; undefined if there is none. */
  operation: string | undefined
  /** The start of the request body; empty if the server did not wait for it. */
  requestBody: string
  status: number
  /** Why the response is a 400, 401 or 429. */
  reason?: string | undefined
  responseHeaders: Record<string, string>
  /** The start of the response body; empty if it is compressed. */
  responseBody: string
  /** The length of the response body as it was sent. */
  responseBytes: number
  /** The request as a command for a shell. */
  curl: string
}

export type State = {
  session: string
  stateful: boolean
  scenario: string
  scenarios: Readonly<Record<string, string>>
  operations: readonly string[]
  clock: string
  aheadSeconds: number
  queued: readonly QueuedResponse[]
  receivers: readonly string[]
  subscribersStatus: number | null
  requests: number
}
