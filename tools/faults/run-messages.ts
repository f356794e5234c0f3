import { z } from 'zod'

/** Asks the test process to run tests after files have changed. Tests are paths in the folder. */
export const runMessage = z.object({ tests: z.array(z.string()), changed: z.array(z.string()) })

/** What the test process responds: the first failure, and the milliseconds of each test file that passed. */
export const runResult = z.object({
  failed: z
    .object({ tests: z.array(z.string()), name: z.string(), isUnhandled: z.boolean() })
    .optional(),
  durations: z.record(z.string(), z.number()),
})
export type RunResult = z.infer<typeof runResult>
