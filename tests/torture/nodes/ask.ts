import type { TestRequest, TestResponse } from '../../../server/testing/test-server.ts'
import { withKey } from '../../../testkit/api-request.ts'
import { jsonOrText, send } from '../../../testkit/http.ts'

/** Sends a request with a key and returns the response. */
export type Ask = (request: TestRequest) => Promise<TestResponse>

/** Returns a function that sends requests to a URL with a key. */
export const askAt =
  (url: string, ownKey: string): Ask =>
  async (request) => {
    const received = await send(url, withKey(ownKey, request))
    return { ...received, body: jsonOrText(received.text) }
  }
