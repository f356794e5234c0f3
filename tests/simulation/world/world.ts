import { MailFolder } from './mail-folder.ts'
import { Network } from './network.ts'
import { PostgresFaults } from './postgres-faults.ts'
import { PostgresLink } from './postgres-link.ts'
import { Random } from './random.ts'
import { SqliteFaults } from './sqlite-faults.ts'
import { VirtualTime } from './virtual-time.ts'

/** Everything outside the server that a run controls. */
export type World = {
  time: VirtualTime
  random: Random
  network: Network
  mail: MailFolder
} & ({ faults: SqliteFaults; link?: undefined } | { faults: PostgresFaults; link: PostgresLink })

/**
 * Puts this thread into a simulated world. Import the server's code only after it.
 * @param postgres the folder of the socket of a PostgreSQL server. Undefined: the data is in SQLite.
 */
export const createWorld = (postgres?: string): World => {
  const time = new VirtualTime()
  const [random, network, mail] = [new Random(), new Network(), new MailFolder()]
  for (const each of [time, random, network, mail]) each.install()
  if (postgres === undefined) {
    const faults = new SqliteFaults()
    faults.install()
    return { time, random, network, mail, faults }
  }
  const link = new PostgresLink(time, postgres)
  const faults = new PostgresFaults(link)
  link.install()
  faults.install()
  return { time, random, network, mail, faults, link }
}
