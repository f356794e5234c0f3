import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Certificate, tlsHost } from '../../testkit/tls.ts'

const Report = z.object({
  port: z.int(),
  received: z.int(),
  /** The events of orders since the last report, as `event order`. */
  events: z.array(z.string()),
})

export type Subscriber = {
  url: string
  /**
   * Returns the number of events received. Since the last `forget`: the events of orders, as
   * `event order`, and how often one was received again.
   */
  report(): Promise<{ received: number; events: ReadonlySet<string>; repeated: number }>
  forget(): Promise<void>
  stop(): void
}

/** Starts a webhook receiver as a process of its own. */
export const startSubscriber = async (certificate: Certificate): Promise<Subscriber> => {
  const child = fork(fileURLToPath(new URL('./receiver.ts', import.meta.url)))
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  const ask = async (message: object) => {
    const reported = once(child, 'message')
    child.send(message)
    return Report.parse((await reported)[0])
  }
  const { port } = await ask(certificate)
  const events = new Set<string>()
  let repeated = 0
  const report = async () => {
    const { received, events: more } = await ask({})
    for (const event of more) {
      if (events.has(event)) repeated++
      events.add(event)
    }
    return { received, events, repeated }
  }
  return {
    url: `https://${tlsHost}:${port}`,
    report,
    forget: async () => {
      await report()
      events.clear()
      repeated = 0
    },
    stop: () => {
      process.off('exit', kill)
      kill()
    },
  }
}
