import { readFileSync } from 'node:fs'
import { parseYaml } from '@redocly/openapi-core'
import { expect, test } from 'vitest'
import { z } from 'zod'

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8')

const Job = z.object({
  permissions: z.record(z.string(), z.string()),
  needs: z.string().optional(),
  steps: z.array(
    z.object({
      run: z.string().optional(),
      uses: z.string().optional(),
      with: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
})

const { permissions, jobs } = z
  .object({
    permissions: z.object({}).strict(),
    jobs: z.object({ build: Job, deploy: Job }).strict(),
  })
  .parse(parseYaml(read('.github/workflows/docs.yml')))

const commands = jobs.build.steps.flatMap(({ run }) => run ?? [])

test('every command that it runs is there, with the options that it gives', () => {
  const { scripts } = JSON.parse(read('package.json'))
  const named = commands.flatMap((command) => /^npm run (\S+)/.exec(command)?.[1] ?? [])
  expect(commands.filter((command) => !/^npm (ci|run \S+)/.test(command))).toEqual([])
  expect(named).toEqual(['lint:document', 'generate', 'docs'])
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named))
  expect(read('codegen/main.ts')).toContain('--check')
  expect(read('codegen/docs/main.ts')).toContain('--to FILE')
})

test('what it builds is what it publishes', () => {
  const built = commands.flatMap((command) => /--to (.*)\/index\.html$/.exec(command)?.[1] ?? [])
  const published = jobs.build.steps.filter(({ uses }) => uses?.includes('upload-pages-artifact'))
  expect(published.map((step) => step.with?.path)).toEqual(built)
  expect(jobs.deploy.needs).toBe('build')
  expect(jobs.deploy.steps.at(-1)?.uses).toMatch(/^actions\/deploy-pages@/)
})

test('each part of it may do what it must and no more', () => {
  expect(permissions).toEqual({})
  expect(jobs.build.permissions).toEqual({ contents: 'read' })
  expect(jobs.deploy.permissions).toEqual({ pages: 'write', 'id-token': 'write' })
})

test('it builds on the Node that the project brings', () => {
  const { dependencies } = JSON.parse(read('package.json'))
  const setup = jobs.build.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'))
  expect(String(dependencies.node)).toMatch(RegExp(`^${setup?.with?.['node-version']}\\.`))
})
