import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { followInvite, type OutsideEvents } from '../own/outside-events.ts'
import type { Received } from '../support/http.ts'
import { startProxy } from '../support/proxy.ts'
import type { Server } from '../support/server.ts'

export type Fate = 'delivered' | 'lost response' | 'lost request'

export type Outcome = ReturnType<typeof outcomeOf>

const folder = fileURLToPath(new URL('.', import.meta.url))

export const documents: readonly string[] = readdirSync(folder)
  .filter((name) => name.endsWith('.arazzo.yaml'))
  .toSorted()

type Wanted = {
  names?: readonly string[]
  /** Causes the events outside the API. Without it, a workflow that waits for them times out. */
  outside?: OutsideEvents | undefined
  /** Handles a request. Default: it is forwarded. */
  fate?: (method: string, path: string) => Fate
}

/**
 * Runs workflows against a server, through a proxy that can drop requests and responses.
 * @throws {Error} when they cannot run, or when an event outside the API fails.
 */
export const runWorkflows = async (
  server: Server,
  { names = documents, outside, fate = () => 'delivered' }: Wanted = {},
): Promise<Outcome[]> => {
  const ended = new AbortController()
  const failed = Promise.withResolvers<never>()
  const proxy = await startProxy(server.url, async (sent, forward) => {
    const { method = 'GET', path } = sent
    const what = fate(method, path)
    if (what === 'lost request') return undefined
    const response: Received = await forward(sent)
    if (what === 'lost response') return undefined
    if (outside && path === '/v1/invites/create' && response.status === 200)
      followInvite(server, outside, response).catch(failed.reject)
    return response
  })
  try {
    const files = names.map((name) => join(folder, name))
    const outcomes = respect(proxy.url, files, inputsFor(server.key), ended.signal)
    return await Promise.race([outcomes, failed.promise])
  } finally {
    ended.abort()
    await proxy.stop()
  }
}

const cli = fileURLToPath(new URL('../../node_modules/@redocly/cli/bin/cli.js', import.meta.url))

/** A workflow can contain others. */
const Workflow = z.object({
  type: z.literal('workflow'),
  workflowId: z.string(),
  get executedSteps() {
    return z.array(z.union([Step, Workflow]))
  },
})

const Report = z.object({
  files: z.record(z.string(), z.object({ executedWorkflows: z.array(Workflow) })),
})

/**
 * Runs Arazzo documents with `redocly respect` against a server.
 * @param inputs the inputs of the workflows, including the key
 * @throws {Error} with the output, when the workflows cannot run.
 */
async function respect(
  url: string,
  files: readonly string[],
  inputs: Record<string, string>,
  signal: AbortSignal,
): Promise<Outcome[]> {
  const output = mkdtempSync(join(tmpdir(), 'merch-workflows-'))
  const report = join(output, 'report.json')
  const args = ['respect', ...files, '--server', `merch=${url}`, '--json-output', report]
  const env = {
    ...process.env,
    // Other processes can read the command line, so the key is not passed there.
    REDOCLY_CLI_RESPECT_INPUT: JSON.stringify(inputs),
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  }
  const child = spawn(process.execPath, [cli, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  signal.addEventListener('abort', () => child.kill())
  const ended = new Promise((resolve) => child.once('close', resolve))
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  try {
    const { files: ran } = Report.parse(JSON.parse(readFileSync(report, 'utf8')))
    return Object.values(ran).flatMap(({ executedWorkflows }) => executedWorkflows.map(outcomeOf))
  } catch (cause) {
    throw new Error(`The workflows could not be run:\n${out}${err}`, { cause })
  } finally {
    rmSync(output, { recursive: true })
  }
}

function outcomeOf(workflow: z.infer<typeof Workflow>) {
  const steps = stepsOf(workflow)
  // A step that is retried has not failed yet.
  const done = steps.filter(({ retriesLeft }) => retriesLeft === 0)
  return {
    workflow: workflow.workflowId,
    /** The steps in the order of execution, including retries. */
    steps: steps.map(({ stepId }) => stepId),
    checks: steps.reduce((sum, { checks }) => sum + checks.length, 0),
    failures: done.flatMap(({ stepId, checks }) =>
      checks
        .filter(({ passed }) => !passed)
        .map(({ name, message }) => `${stepId}: ${name}${message && `: ${message}`}`),
    ),
  }
}

const Step = z.object({
  type: z.literal('step'),
  stepId: z.string(),
  retriesLeft: z.number().default(0),
  checks: z.array(
    z.object({ name: z.string(), passed: z.boolean(), message: z.string().default('') }),
  ),
})

function stepsOf({ executedSteps }: z.infer<typeof Workflow>): z.infer<typeof Step>[] {
  return executedSteps.flatMap((each) => (each.type === 'step' ? [each] : stepsOf(each)))
}

/** Returns the inputs of every workflow. Each run has its own recipients, so that their orders can be found. */
function inputsFor(key: string): Record<string, string> {
  const run = randomUUID().slice(0, 8)
  return {
    apiKey: key,
    email: `first-${run}@example.com`,
    inviteEmail: `invited-${run}@example.com`,
    onceEmail: `once-${run}@example.com`,
    webhookUrl: `https://hooks.example.com/${run}`,
  }
}
