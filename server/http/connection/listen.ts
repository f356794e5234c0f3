/** A server of HTTP, TLS or plain TCP. */
type Listening = {
  once(event: 'error', reject: (error: Error) => void): unknown
  off(event: 'error', reject: (error: Error) => void): unknown
  listen(port: number, host: string, ready: () => void): unknown
  address(): { port: number } | string | null
}

/**
 * Starts listening.
 * @param port 0 for a free one.
 * @returns the port.
 * @throws when the address is in use or not available.
 */
export const listen = (server: Listening, port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
