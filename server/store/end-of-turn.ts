import { setImmediate as nextTurn } from 'node:timers/promises'

/**
 * Returns a function that waits for the end of this turn of the event loop, in which all that has arrived by now is
 * read from the sockets. Those that wait in one turn continue together.
 */
export const createEndOfTurn = (): (() => Promise<void>) => {
  let ending: Promise<void> | undefined
  return () => {
    ending ??= nextTurn().then(() => {
      ending = undefined
    })
    return ending
  }
}
