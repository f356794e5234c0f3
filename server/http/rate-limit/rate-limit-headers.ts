import type { HeaderMap } from '../respond.ts'
import type { RateLimit } from './rate-limiter.ts'

/** Returns the headers of every response under `/v1` (specification §8). */
export const rateLimitHeaders = ({ limit, remaining, reset, resetAt }: RateLimit): HeaderMap => ({
  'RateLimit-Limit': String(limit),
  'RateLimit-Remaining': String(remaining),
  'RateLimit-Reset': String(reset),
  'X-RateLimit-Limit': String(limit),
  'X-RateLimit-Remaining': String(remaining),
  'X-RateLimit-Reset': String(resetAt),
})
