import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

const Operation = z.object({
  agentReadiness: z.number(),
  subscores: z
    .record(z.string(), z.number())
    .and(z.object({ parameterSimplicity: z.number(), schemaSimplicity: z.number() })),
})
const Score = z.object({
  agentReadiness: z.number(),
  operationScores: z.record(z.string(), Operation),
})

export type Score = z.infer<typeof Score>

/** The lowest acceptable scores, of 100. */
export const goal = { document: 95, operation: 90 }

/** Runs `redocly score` on the served document. */
export const redoclyScore = (): Score => {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      path('node_modules/@redocly/cli/bin/cli.js'),
      ...['score', path('generated/openapi.json'), '--format=json'],
    ],
    {
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  if (!stdout.startsWith('{')) throw new Error(`the document cannot be scored:\n${stderr}`)
  return Score.parse(JSON.parse(stdout))
}

/** How much each of the two weighs in an operation's score, of 100. */
const weight = 10

/**
 * The most that an operation can have, of 100, however well it is described: how many parameters it takes and
 * how deep its bodies are is the API's own, and either costs a tenth of the score.
 */
const ceiling = ({ subscores }: z.infer<typeof Operation>): number => {
  const lost = 2 - subscores.parameterSimplicity - subscores.schemaSimplicity
  return Math.round((100 - weight * lost) * 10) / 10
}

/** Operations that are not over the goal, the lowest first. */
export const low = ({ operationScores }: Score): { id: string; has: number; most: number }[] =>
  Object.entries(operationScores)
    .map(([id, operation]) => ({ id, has: operation.agentReadiness, most: ceiling(operation) }))
    .filter(({ has }) => has <= goal.operation)
    .toSorted((one, other) => one.has - other.has)

/** Returns whether the document reaches its goal, and each operation its goal or the most that it can reach. */
export const isReached = (score: Score): boolean =>
  score.agentReadiness >= goal.document && low(score).every(({ most }) => most <= goal.operation)
