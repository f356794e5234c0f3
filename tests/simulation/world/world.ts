import { DatabaseFaults } from './database-faults.ts'
import { MailFolder } from './mail-folder.ts'
import { Network } from './network.ts'
import { Random } from './random.ts'
import { VirtualTime } from './virtual-time.ts'

/** Everything outside the server that a run controls. */
export type World = {
  time: VirtualTime
  random: Random
  network: Network
  faults: DatabaseFaults
  mail: MailFolder
}

/** Puts this thread into a simulated world. Import the server's code only after it. */
export const createWorld = (): World => {
  const world = {
    time: new VirtualTime(),
    random: new Random(),
    network: new Network(),
    faults: new DatabaseFaults(),
    mail: new MailFolder(),
  }
  world.time.install()
  world.random.install()
  world.network.install()
  world.faults.install()
  world.mail.install()
  return world
}
