import createFetchClient from 'openapi-fetch'
import type { paths } from '../generated/types.ts'

type TransportOptions = { baseUrl: string; apiKey: string }

/**
 * Requests by method and path, typed by the document. This file alone knows the library that makes
 * them. Redirects are not followed: the service has none, and a write must not be sent again.
 */
export const createTransport = ({ baseUrl, apiKey }: TransportOptions) =>
  createFetchClient<paths>({
    baseUrl,
    headers: { Authorization: `Bearer ${apiKey}` },
    redirect: 'manual',
  })

export type Transport = ReturnType<typeof createTransport>
