import { z } from 'zod'
import { held } from './memory.ts'

/**
 * Loaded before a program (`node --import`). Replies to each message of the parent with the memory in use;
 * the message is the number of connections that may be open.
 */
process.on('message', (open) => {
  void held(z.int().parse(open)).then(({ bytes, handles }) =>
    process.send?.({ bytes, handles, resident: process.memoryUsage.rss() }),
  )
})
process.channel?.unref()
