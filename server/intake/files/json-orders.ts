import { fieldPath } from '../../domain/field-path.ts'
import { checkOrder } from './check-order.ts'
import type { OrderRow } from './order-row.ts'
import { type Line, readLines } from './read-lines.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

const parse = (bytes: Uint8Array): { value: unknown } | { reason: string } => {
  try {
    return { value: JSON.parse(utf8.decode(bytes)) }
  } catch (error) {
    return { reason: error instanceof SyntaxError ? 'must be JSON' : 'must be UTF-8' }
  }
}

const isBlank = (bytes: Uint8Array): boolean =>
  bytes.every((byte) => byte === 0x20 || byte === 0x0d)

const orderOn = ({ line, bytes }: Line): OrderRow => {
  const parsed = parse(bytes)
  return 'value' in parsed
    ? checkOrder({
        line,
        lastLine: line,
        value: parsed.value,
        placeOf: (path) => ({ line, name: path.length > 0 ? fieldPath(path) : 'the order' }),
      })
    : { line, lastLine: line, failures: [{ line, reason: parsed.reason }] }
}

/** Reads a file of JSON Lines in UTF-8: an order on each. */
export async function* readJsonOrders(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<OrderRow> {
  for await (const line of readLines(chunks)) if (!isBlank(line.bytes)) yield orderOn(line)
}
