import type { Endpoint } from '../../../generated/operations.ts'
import type { ProtectedHandler } from './edge.ts'

/**
 * Adds `Deprecation`, `Sunset` and `Link` to every response of a deprecated operation (RFC 9745,
 * RFC 8594). Returns the handler itself for any other operation.
 */
export const withDeprecationHeaders = (
  { announces }: Pick<Endpoint, 'announces'>,
  handler: ProtectedHandler,
): ProtectedHandler =>
  announces
    ? (context, call, headers) => handler(context, call, Object.assign(headers, announces))
    : handler
