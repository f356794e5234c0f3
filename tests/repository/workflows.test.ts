import { execFileSync, spawnSync } from 'node:child_process'
import { accessSync, constants, copyFileSync, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseYaml } from '@redocly/openapi-core'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const { scripts, version, dependencies } = JSON.parse(read('package.json'))

const Step = z.object({
  run: z.string().optional(),
  uses: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  'working-directory': z.string().optional(),
})
const Job = z.object({
  'runs-on': z.string(),
  permissions: z.record(z.string(), z.enum(['read', 'write'])),
  needs: z.string().optional(),
  steps: z.array(Step),
})
const Workflow = z.object({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: z.object({}).strict(),
  jobs: z.record(z.string(), Job),
})

const workflows = readdirSync(join(root, '.github/workflows')).map((file) => ({
  file,
  ...Workflow.parse(parseYaml(read(`.github/workflows/${file}`))),
}))

const stepsOf = (wanted: string) =>
  workflows
    .filter(({ file }) => file === wanted)
    .flatMap(({ jobs }) => Object.values(jobs).flatMap(({ steps }) => steps))

const commands = workflows.flatMap(({ file, jobs }) =>
  Object.values(jobs).flatMap(({ steps }) =>
    steps.flatMap(({ run }) => (run === undefined ? [] : [[file, run.trim()] as const])),
  ),
)

/** What a command needs of the project: a script, or files. Nothing else is run. */
const needs = (command: string): { script?: string; files?: string[] } | undefined => {
  const [, script] = /^npm run (\S+)( -- .*)?$/.exec(command) ?? []
  if (script !== undefined) return { script }
  const [, copied] = /^cp (.*) dist\/release\/$/.exec(command) ?? []
  if (copied !== undefined)
    return { files: copied.split(' ').filter((file) => !file.startsWith('dist/')) }
  if (command === '.ci/run') return { files: [command] }
  if (/^npm pack \.\/client /.test(command)) return { files: ['client/package.json'] }
  return /^(npm (ci|sbom|audit|pkg set|publish)|node -e|mkdir -p dist\/|gh release create|docker compose|curl)\b/.test(
    command,
  )
    ? {}
    : undefined
}

test.each(commands)('%s: what it runs is there: %s', (_, command) => {
  const { script, files = [] } = needs(command) ?? { files: ['nothing of the kind'] }
  if (script !== undefined) expect(Object.keys(scripts)).toContain(script)
  for (const file of files) expect(existsSync(join(root, file)), file).toBe(true)
})

test('CI is what a machine elsewhere runs', () => {
  expect(commands).toContainEqual(['ci.yml', '.ci/run'])
  accessSync(join(root, '.ci/run'), constants.X_OK)
})

describe.each(workflows)('$file', ({ jobs }) => {
  test('waits for jobs that are there, on the Node that the project brings', () => {
    for (const { needs: other, steps } of Object.values(jobs)) {
      if (other !== undefined) expect(Object.keys(jobs)).toContain(other)
      const setups = steps.filter(({ uses }) => uses?.startsWith('actions/setup-node@'))
      for (const setup of setups)
        expect(String(dependencies.node)).toMatch(RegExp(`^${setup.with?.['node-version']}\\.`))
    }
  })

  test('takes nothing but from the platform itself, and leaves no password in a checkout', () => {
    const used = Object.values(jobs).flatMap(({ steps }) => steps.filter(({ uses }) => uses))
    for (const { uses, with: options } of used) {
      expect(uses).toMatch(/^actions\/[\w-]+@v\d+$/)
      if (uses?.startsWith('actions/checkout@'))
        expect(options).toMatchObject({ 'persist-credentials': false })
    }
  })
})

describe('a release', () => {
  const steps = stepsOf('release.yml')
  const commandLike = (pattern: RegExp) => steps.find(({ run }) => pattern.test(run ?? ''))

  test('is refused when the tag is another version than the project’s or the client’s', () => {
    expect(JSON.parse(read('client/package.json')).version).toBe(version)
    const [check = ''] = commands.map(([, run]) => run).filter((run) => run.startsWith('node -e'))
    const statusOf = (tag: string) =>
      spawnSync('sh', ['-c', check], {
        cwd: root,
        env: { PATH: process.env.PATH, GITHUB_REF_NAME: tag },
      }).status
    expect(statusOf(`v${version}`)).toBe(0)
    expect(statusOf(`v${version}1`)).toBe(1)
  })

  test('names the repository in the client, without which npm does not say where it comes from', () => {
    const step = commandLike(/^npm pkg set/)
    expect(step?.['working-directory']).toBe('client')
    const folder = temporaryFolder()
    copyFileSync(join(root, 'client/package.json'), join(folder, 'package.json'))
    execFileSync('sh', ['-c', step?.run ?? 'false'], {
      cwd: folder,
      env: { ...process.env, GITHUB_REPOSITORY: 'someone/merch-fulfillment' },
    })
    expect(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).repository).toEqual({
      type: 'git',
      url: 'git+https://github.com/someone/merch-fulfillment.git',
    })
  })

  test('publishes the file that it packed', () => {
    const { name } = JSON.parse(read('client/package.json'))
    expect(commandLike(/^npm pack/)?.run).toMatch(/--pack-destination dist\/release$/)
    expect(commandLike(/^npm publish/)?.run).toContain(` release/${name}-*.tgz `)
    const [kept] = steps.filter(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
    expect(kept?.with).toMatchObject({ path: 'dist/release', 'if-no-files-found': 'error' })
    const given = steps.filter(({ uses }) => uses?.startsWith('actions/download-artifact@'))
    expect(given.map((step) => step.with?.name)).toEqual([kept?.with?.name, kept?.with?.name])
  })
})
