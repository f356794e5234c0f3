import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const Side = z.object({ pointer: z.string(), value: z.unknown().optional() })
const Change = z.object({
  path: z.string(),
  typeName: z.string(),
  kind: z.enum(['added', 'removed', 'modified']),
  impact: z.enum(['major', 'minor', 'patch']),
  verdicts: z.array(z.object({ ruleId: z.string(), message: z.string() })),
  property: z.string().optional(),
  base: Side.optional(),
  revision: Side.optional(),
})
const Report = z.object({ changes: z.array(Change) })

/** A change as `redocly diff` reports it, with the rules that it violates. */
export type Change = z.infer<typeof Change>

const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

/**
 * Runs `redocly diff` on two documents. Its rules know whether a schema is sent or received: a bound
 * may widen in a request and narrow in a response, but not the other way round.
 * @throws {Error} with the output of `redocly diff`, when it cannot compare the documents.
 */
export const redoclyDiff = (base: unknown, revision: unknown): Change[] => {
  const folder = mkdtempSync(join(tmpdir(), 'merch-changes-'))
  try {
    writeFileSync(join(folder, 'base.json'), JSON.stringify(base))
    writeFileSync(join(folder, 'revision.json'), JSON.stringify(revision))
    const { stdout, stderr } = spawnSync(
      process.execPath,
      [cli, 'diff', 'base.json', 'revision.json', '--format=json', '--fail-on=none'],
      {
        cwd: folder,
        encoding: 'utf8',
        maxBuffer: 256 * 1024 * 1024,
        env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
      },
    )
    if (!stdout.startsWith('{')) throw new Error(`the documents cannot be compared:\n${stderr}`)
    return Report.parse(JSON.parse(stdout)).changes
  } finally {
    rmSync(folder, { recursive: true })
  }
}
