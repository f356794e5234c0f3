import type { Server } from 'node:http'
import { holdRequests } from './http-server.ts'

/** Milliseconds after which the server stops listening in any case. */
export const longestWait = 1000

/** Milliseconds that no connection was accepted, at least. Clients that connect all the time shorten it. */
const quiet = (waited: number): number => Math.max(0, 25 - waited / 10)

/** Milliseconds that the last turn of the event loop took, at most. A busy machine lengthens it. */
const longestTurn = (waited: number): number => Math.max(0.2, waited / 100)

/**
 * Stops accepting connections. Closing the listening socket resets the connections that the system
 * has established and Node has not accepted, and Node accepts one in a turn of the event loop. So
 * this waits for a short turn without one. Requests are held meanwhile, because a client that has
 * its response connects again.
 */
export const stopListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    const release = holdRequests(server)
    const start = performance.now()
    let accepted = start
    let turn = start
    const onConnection = () => {
      accepted = performance.now()
    }
    server.on('connection', onConnection)
    const look = () => {
      const now = performance.now()
      const waited = now - start
      const isQuiet = accepted < turn && now - accepted > quiet(waited)
      const isShort = now - turn < longestTurn(waited)
      turn = now
      if (!(isQuiet && isShort) && waited < longestWait) return void setImmediate(look)
      server.off('connection', onConnection)
      server.close()
      release()
      resolve()
    }
    setImmediate(look)
  })
