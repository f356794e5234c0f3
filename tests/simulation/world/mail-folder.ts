import { mkdirSync, writeFileSync } from 'node:fs'
import fs from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'

/** What becomes of an email that the server writes. */
export type MailBehaviour = 'written' | 'failed' | 'slow'

/** The folder of outgoing emails, whose disk can be full or slow. */
export class MailFolder {
  behaviour: MailBehaviour = 'written'
  /** Called with the behaviour that an email met. */
  onMail: (behaviour: MailBehaviour) => void = () => {}

  /** Replaces the functions that write the emails. There is no way back. */
  install(): void {
    Object.assign(fs, {
      mkdir: async (...given: Parameters<typeof mkdirSync>) => mkdirSync(...given),
      writeFile: async (...given: Parameters<typeof writeFileSync>) => {
        const { behaviour } = this
        this.onMail(behaviour)
        if (behaviour === 'failed') throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
        if (behaviour === 'slow') await new Promise((resolve) => setTimeout(resolve, 3000))
        writeFileSync(...given)
      },
    })
    syncBuiltinESMExports()
  }
}
