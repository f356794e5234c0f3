import createFetchClient from 'openapi-fetch'
import type { paths } from '../generated/types.ts'

type TransportOptions = { baseUrl: string; apiKey: string }

/**
 * Sends requests by method and path, typed by the document. Only this file imports openapi-fetch.
 * Redirects are not followed: the service sends none, and a write must not be sent twice.
 */
export const createTransport = ({ baseUrl, apiKey }: TransportOptions) =>
  createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    redirect: 'manual',
  })

export type Transport = ReturnType<typeof createTransport>
