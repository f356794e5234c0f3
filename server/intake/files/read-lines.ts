import { ImportFileError } from './import-file-error.ts'

const lineFeed = 0x0a
export const mostBytes = 1024 * 1024

/** A line without its line break, and which it is, counted from 1. */
export type Line = { line: number; bytes: Uint8Array }

/**
 * Splits bytes into lines that end with LF; of CR LF the CR stays. The last line may be empty. Holds at
 * most a line and a chunk.
 * @throws {ImportFileError} for a line that is too long to be one order.
 */
export async function* readLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  let rest = Buffer.alloc(0)
  let line = 1
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    let from = 0
    for (let at = bytes.indexOf(lineFeed); at >= 0; at = bytes.indexOf(lineFeed, from)) {
      yield { line, bytes: bytes.subarray(from, at) }
      from = at + 1
      line++
    }
    rest = bytes.subarray(from)
    if (rest.length > mostBytes) throw new ImportFileError(`line ${line} is longer than 1 MiB`)
  }
  yield { line, bytes: rest }
}
