import { type ExecFileOptions, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'
import { z } from 'zod'

const folder = fileURLToPath(new URL('../../.github/actions/contract/', import.meta.url))

const Step = z.object({
  env: z.record(z.string(), z.string()),
  run: z.string().refine((text) => !text.includes('${{'), 'inputs in the script'),
})
const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string().optional() })),
  runs: z.object({ using: z.literal('composite'), steps: z.tuple([Step]) }),
})

export const outputOf = (program: string, args: string[], options: ExecFileOptions) =>
  new Promise<{ status: number | null; output: string }>((resolve) => {
    const child = execFile(program, args, options, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, output: `${stdout}${stderr}` }),
    )
  })

/**
 * Runs the composite action as GitHub does.
 * @param cwd the workspace
 */
export const runAction = (given: Record<string, string>, cwd: string) => {
  const { inputs, runs } = Action.parse(parse(readFileSync(join(folder, 'action.yml'), 'utf8')))
  const [{ env, run }] = runs.steps
  const inputOf = (expression: string) => {
    const [, name = ''] = /^\$\{\{ (?:inputs|github)\.([\w-]+) \}\}$/.exec(expression) ?? []
    const value = name === 'action_path' ? folder : (given[name] ?? inputs[name]?.default)
    if (value === undefined) throw new Error(`The action has no value for ${expression}`)
    return value
  }
  const variables = Object.entries(env).map(([name, value]) => [name, inputOf(value)])
  const { PATH = '' } = process.env
  const environment = { PATH, GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: join(cwd, 'summary.md') }
  const args = ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', run]
  return outputOf('bash', args, { cwd, env: { ...environment, ...Object.fromEntries(variables) } })
}
