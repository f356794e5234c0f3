import { setTimeout as sleep } from 'node:timers/promises'
import { descriptors, type MeasuredServer, resident, type ServerHeld } from '../measured-server.ts'

/** The most that may be kept of everything that was asked, in bytes after garbage is collected. */
const mostKept = 8 * 1024 * 1024
/** The most memory that the server may ever take, in bytes. */
const mostTaken = 768 * 1024 * 1024

const mebibytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'nobody knows what' : `${(bytes / 1024 / 1024).toFixed(1)} MiB`

/** What a server holds while nobody asks it anything; `open` descriptors, where the system says. */
export type Settled = ServerHeld & { open: number | undefined }

/** Looks at what is held, of which the least counts: what is on its way out is no leak. */
const looks = 5

/** What is held once every client has left, and the server has noticed. */
export const settled = async (server: MeasuredServer): Promise<Settled> => {
  const deadline = performance.now() + 15_000
  const seen: ServerHeld[] = []
  for (;;) {
    const held = await server.held(1)
    // The listening socket itself is left.
    if (held.handles <= 1) seen.push(held)
    if (seen.length === looks || performance.now() > deadline) {
      const bytes = Math.min(...seen.map((each) => each.bytes))
      return { ...held, bytes, open: descriptors(server.pid) }
    }
    await sleep(100)
  }
}

/** The most descriptors that the server has had open, looked at now and then. */
export const watch = ({ pid }: MeasuredServer) => {
  let most = 0
  const look = () => {
    most = Math.max(most, descriptors(pid) ?? 0)
  }
  const timer = setInterval(look, 100)
  return () => {
    clearInterval(timer)
    return most
  }
}

/** Says what was held before and after. @returns what is too much. */
export const compare = (
  { pid }: MeasuredServer,
  before: Settled,
  after: Settled,
  say: (line: string) => void,
): string[] => {
  const kept = after.bytes - before.bytes
  const most = resident(pid)?.most
  say(
    `memory: ${mebibytes(before.bytes)} before, ${mebibytes(after.bytes)} after; resident ${mebibytes(before.resident)} before, ${mebibytes(after.resident)} after, ${mebibytes(most)} at the most`,
  )
  return [
    ...(after.handles > 1 ? [`${after.handles - 1} connections are left open`] : []),
    ...((after.open ?? 0) > (before.open ?? 0)
      ? [`${after.open} descriptors are open, not ${before.open}`]
      : []),
    ...(kept < mostKept ? [] : [`memory grows: ${mebibytes(kept)} are kept`]),
    ...((most ?? 0) < mostTaken ? [] : [`the server took ${mebibytes(most)}`]),
  ]
}
