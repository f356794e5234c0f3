import { setTimeout as sleep } from 'node:timers/promises'
import { descriptors, type MeasuredServer, resident, type ServerHeld } from '../measured-server.ts'

/** Limit for heap growth after garbage collection, in bytes. */
const maxRetainedBytes = 8 * 1024 * 1024
/** Limit for resident memory at any time, in bytes. */
const maxResidentBytes = 768 * 1024 * 1024

const mebibytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : `${(bytes / 1024 / 1024).toFixed(1)} MiB`

/** The resources of an idle server; `open` descriptors, where the system reports them. */
export type Resources = ServerHeld & { open: number | undefined }

/** Number of samples. The lowest counts: memory that is about to be freed is no leak. */
const looks = 5

/** Measures the server once it has closed all connections. */
export const idleResources = async (server: MeasuredServer): Promise<Resources> => {
  const deadline = performance.now() + 15_000
  const seen: ServerHeld[] = []
  for (;;) {
    const held = await server.held(1)
    // The listening socket remains.
    if (held.handles <= 1) seen.push(held)
    if (seen.length === looks || performance.now() > deadline) {
      const bytes = Math.min(...seen.map((each) => each.bytes))
      return { ...held, bytes, open: descriptors(server.pid) }
    }
    await sleep(100)
  }
}

/** Samples the number of open descriptors. The returned function stops and returns the maximum. */
export const watchDescriptors = ({ pid }: MeasuredServer) => {
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

/** Prints the resources before and after. @returns the limits exceeded. */
export const compare = (
  { pid }: MeasuredServer,
  before: Resources,
  after: Resources,
  say: (line: string) => void,
): string[] => {
  const kept = after.bytes - before.bytes
  const most = resident(pid)?.most
  say(
    `memory: ${mebibytes(before.bytes)} before, ${mebibytes(after.bytes)} after; resident ${mebibytes(before.resident)} before, ${mebibytes(after.resident)} after, ${mebibytes(most)} at the most`,
  )
  return [
    ...(after.handles > 1 ? [`${after.handles - 1} connections remain open`] : []),
    ...((after.open ?? 0) > (before.open ?? 0)
      ? [`${after.open} descriptors remain open; before: ${before.open}`]
      : []),
    ...(kept < maxRetainedBytes ? [] : [`the heap grew by ${mebibytes(kept)}`]),
    ...((most ?? 0) < maxResidentBytes ? [] : [`resident memory reached ${mebibytes(most)}`]),
  ]
}
