import { createServer } from 'node:https'
import { z } from 'zod'
import { listen } from '../../../server/http/connection/listen.ts'

/**
 * A subscriber as a process of its own, so that its memory is not the sender's. It is told its
 * certificate, and then tells where it listens and how much it has received whenever it is asked. It
 * answers at once, but never under /silent.
 */
const serve = async (certificate: { key: string; cert: string }): Promise<void> => {
  let received = 0
  const server = createServer(certificate, (request, response) => {
    received++
    request.resume().once('end', () => {
      if (request.url !== '/silent') response.end('ok')
    })
  })
  const port = await listen(server, 0, '127.0.0.1')
  const tell = () => process.send?.({ port, received })
  process.on('message', tell)
  tell()
}

process.once('message', (message) => {
  void serve(z.object({ key: z.string(), cert: z.string() }).parse(message))
})
process.once('disconnect', () => process.exit())
