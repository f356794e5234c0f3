import { z } from 'zod'
import { isWellFormed, keyLength } from '../../server/domain/api-key.ts'
import type { RequestContext } from '../responses/choose-reply.ts'
import type { KeyState } from './backends.ts'

type Handled = {
  request: Request
  response: Response
  body: string
  context: RequestContext
  baseUrl: string
  keyState: (key: string) => Promise<KeyState>
}

/** Returns why a response is a 400, 401 or 429, and the remedy; undefined for other status codes. */
export const explain = async (handled: Handled): Promise<string | undefined> => {
  const { status } = handled.response
  if (status !== 400 && status !== 401 && status !== 429) return undefined
  const { source } = handled.context
  if (source) return `the ${source} asked for it`
  if (status === 401) return explainKey(handled)
  return status === 429 ? explainLimit(handled) : explainInput(handled.body)
}

async function explainKey({ request, keyState }: Handled): Promise<string> {
  const header = request.headers.get('authorization')
  if (header === null) return 'the Authorization header is missing'
  const [, scheme = '', key = ''] = /^(\S*) *(.*)$/.exec(header) ?? []
  if (scheme.toLowerCase() !== 'bearer') return 'the Authorization header must begin with Bearer'
  if (key === '') return 'the Authorization header has no key after Bearer'
  if (key.length !== keyLength)
    return `the key ${maskKey(key)} has ${key.length} characters, not ${keyLength}`
  const state = isWellFormed(key) ? await keyState(key) : 'unknown'
  if (state === 'deactivated') return `the account of the key ${maskKey(key)} is deactivated`
  return `the key ${maskKey(key)} is ${state}`
}

function maskKey(key: string): string {
  return key.length > 12 ? `${key.slice(0, 4)}…${key.slice(-4)}` : '…'
}

function explainLimit({ response, baseUrl }: Handled): string {
  const header = (name: string) => Number(response.headers.get(name)).toLocaleString('en-US')
  const [limit, reset] = [header('ratelimit-limit'), header('ratelimit-reset')]
  return `all ${limit} requests are used, and the next one is possible in ${reset} s. Reset the limit with curl -X POST ${baseUrl}/__mock/rate-limit/reset, or start the mock with --limit 100000.`
}

const Rejected = z.object({ message: z.string(), errors: z.array(z.string()).default([]) })

function explainInput(body: string): string {
  try {
    const { message, errors } = Rejected.parse(JSON.parse(body))
    return [message, ...errors].join('; ')
  } catch {
    return body
  }
}
