import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { z } from 'zod'
import { type Instructions, Report } from './messages.ts'

const nothingDone: Report = {
  done: 0,
  isQuickOver: false,
  isOver: false,
  kinds: {},
  problems: [],
}

/** Starts the attacker process. `attack` runs a number of attacks and returns the last report. */
export const startAttackerProcess = (deadline: AbortSignal) => {
  const child = fork(fileURLToPath(new URL('./attacker.ts', import.meta.url)))
  const kill = () => child.kill('SIGKILL')
  deadline.addEventListener('abort', kill)
  process.once('exit', kill)
  const gone = new Promise<void>((resolve) => child.once('close', () => resolve()))
  const attack = async (
    orders: z.output<typeof Instructions>,
    hear: (report: Report) => void = () => {},
  ): Promise<Report> => {
    let last = nothingDone
    const done = Promise.withResolvers<void>()
    const listen = (message: unknown) => {
      last = Report.parse(message)
      hear(last)
      if (last.isOver) done.resolve()
    }
    child.on('message', listen)
    child.send(orders)
    await Promise.race([done.promise, gone])
    child.off('message', listen)
    return last
  }
  return { attack, stopAttacker: kill }
}
