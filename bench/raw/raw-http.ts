import type { IncomingMessage, Server, ServerResponse } from 'node:http'

const times: number[] = []
const budget = { limit: 1_000_000_000, times, first: 0 }

const budgetHeaders = () => {
  const now = Math.floor(Date.now() / 1000)
  if (budget.times.at(-1) !== now) budget.times.push(now)
  const reset = (budget.times[budget.first] ?? now) + 86_400
  return {
    'RateLimit-Limit': String(budget.limit),
    'RateLimit-Remaining': String(budget.limit - budget.times.length),
    'RateLimit-Reset': String(reset - now),
    'X-RateLimit-Limit': String(budget.limit),
    'X-RateLimit-Remaining': String(budget.limit - budget.times.length),
    'X-RateLimit-Reset': String(reset),
  }
}

/** Sends a response with the headers of the rate limit. */
export const reply = (outgoing: ServerResponse, status: number, type: string, body: string) => {
  outgoing.writeHead(status, {
    ...budgetHeaders(),
    'Content-Type': type,
    'Content-Length': Buffer.byteLength(body),
  })
  outgoing.end(body)
}
/** Sends a JSON response. */
export const json = (outgoing: ServerResponse, status: number, body: unknown) =>
  reply(outgoing, status, 'application/json', JSON.stringify(body))

/** Reads a JSON request body. */
export const readJson = async (incoming: IncomingMessage) => {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk)
  return JSON.parse(Buffer.concat(chunks).toString())
}

/** Listens on a free port and prints it. */
export const printPort = (server: Server): void => {
  process.on('SIGINT', () => process.exit(0))
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
  })
}
