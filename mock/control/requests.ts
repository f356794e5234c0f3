import type { Hono } from 'hono'
import { streamSSE } from 'hono/streaming'
import type { Env } from '../../server/http/kit/env.ts'
import type { Mock } from '../mock.ts'
import { har } from './har.ts'

/** Adds the routes for the request log: as a list, as a stream and as a HAR file. */
export const requestRoutes = (app: Hono<Env>, { requests }: Mock): void => {
  app.get('/requests', (context) => context.json(requests.entries))

  app.get('/requests.har', (context) => {
    context.header('Content-Disposition', 'attachment; filename="mock.har"')
    return context.json(har(requests.entries))
  })

  app.get('/requests/stream', (context) =>
    streamSSE(context, async (stream) => {
      const ended = new Promise<void>((resolve) => stream.onAbort(resolve))
      const stopListening = requests.listen((entry) => {
        void stream.writeSSE({ data: JSON.stringify(entry) })
      })
      // Tells the client that it receives all requests from now on.
      await stream.writeSSE({ event: 'ready', data: '' })
      await ended
      stopListening()
    }),
  )
}
