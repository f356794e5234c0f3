import { type Client, type Connection, Query } from 'pg'

/** The type and the length of a message of PostgreSQL's protocol. */
const header = (type: string, bytes: number): Buffer => {
  const start = Buffer.alloc(5)
  start.write(type, 'latin1')
  start.writeUInt32BE(bytes + 4, 1)
  return start
}

/** A `copy … from stdin`. The driver has none, and calls a method of a query when data is expected. */
class CopyQuery extends Query {
  readonly #data: Buffer

  constructor(text: string, data: Buffer, onEnd: (error?: Error) => void) {
    super(text, onEnd)
    this.#data = data
  }

  handleCopyInResponse({ stream }: Connection): void {
    stream.write(header('d', this.#data.length))
    stream.write(this.#data)
    stream.write(header('c', 0))
  }
}

/** Runs a `copy … from stdin` with its lines, on a connection without a pipeline. */
export const copyLines = (client: Client, text: string, lines: string): Promise<void> =>
  new Promise((resolve, reject) => {
    client.query(
      new CopyQuery(text, Buffer.from(lines), (error) => (error ? reject(error) : resolve())),
    )
  })
