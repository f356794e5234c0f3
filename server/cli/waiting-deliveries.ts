import type { CommandPublisher } from '../deliveries/command-publisher.ts'
import type { Store } from '../store/store.ts'
import { say } from './command.ts'

/** Says that the deliveries of a command wait, if no server runs that makes them. */
export const sayWhatWaits = async (store: Store, { count }: CommandPublisher): Promise<void> => {
  const waiting = count()
  if (waiting === 0 || (await store.hasServer())) return
  const [deliveries, them] =
    waiting === 1 ? ['1 delivery waits', 'it'] : [`${waiting} deliveries wait`, 'them']
  say(`No server runs: ${deliveries}. A server that starts within an hour makes ${them}.`)
}
