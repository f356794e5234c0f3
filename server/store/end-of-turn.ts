import { setImmediate as nextTurn } from 'node:timers/promises'

let ending: Promise<void> | undefined

/** Waits for the end of this turn of the event loop, in which all that has arrived by now is read from the sockets. */
export const endOfTurn = (): Promise<void> => {
  ending ??= nextTurn().then(() => {
    ending = undefined
  })
  return ending
}
