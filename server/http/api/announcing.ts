import type { Endpoint } from '../../../generated/operations.ts'
import type { Guarded } from './edge.ts'

/**
 * Has every answer of an operation that ends announce it, as the document says when and where to
 * read on (RFC 9745, RFC 8594). An operation that does not end stays as it is.
 */
export const announcing = (
  { announces }: Pick<Endpoint, 'announces'>,
  guarded: Guarded,
): Guarded =>
  announces
    ? (context, call, headers) => guarded(context, call, Object.assign(headers, announces))
    : guarded
