import { z } from 'zod'
import { held } from './soak/memory.ts'

/**
 * Loaded before a program (`node --import`), tells its parent what it holds, whenever it is asked: how
 * many connections may be left is what it is asked with.
 */
process.on('message', (open) => {
  void held(z.int().parse(open)).then(({ bytes, handles }) =>
    process.send?.({ bytes, handles, resident: process.memoryUsage.rss() }),
  )
})
process.channel?.unref()
