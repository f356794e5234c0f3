import type { TestRequest, TestResponse } from '../../../server/testing/test-server.ts'
import { jsonOrText, send } from '../../../testkit/http.ts'

/** Sends a request with a key and returns the response. */
export type Ask = (request: TestRequest) => Promise<TestResponse>

/** Returns a function that sends requests to a URL with a key. */
export const askAt =
  (url: string, ownKey: string): Ask =>
  async ({ key = ownKey, json, ...rest }) => {
    const received = await send(url, {
      ...rest,
      headers: {
        authorization: key === null ? undefined : `Bearer ${key}`,
        'content-type': json === undefined ? undefined : 'application/json',
        ...rest.headers,
      },
      body: json === undefined ? rest.body : JSON.stringify(json),
    })
    return { ...received, body: jsonOrText(received.text) }
  }
