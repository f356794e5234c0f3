import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { copies, execForm, last, read, readDockerfile, root, type Stage } from './dockerfile.ts'
import { ignoring } from './ignored.ts'

const stages = readDockerfile(read('Dockerfile'))
const { dependencies, devDependencies } = JSON.parse(read('package.json'))
const isIgnored = ignoring(read('.dockerignore'))

const stage = (name?: string): Stage => {
  const found = stages.findLast((each) => each.name === name)
  if (!found) throw new Error(`there is no stage ${name}`)
  return found
}
const image = stage()

test('it stands on the Node that the project brings, by its exact version', () => {
  const bases = stages
    .map(({ from }) => from)
    .filter((from) => !stages.some(({ name }) => name === from))
  expect(bases).toEqual([`node:${dependencies.node}-bookworm-slim`])
})

test('it runs as a user without rights, whom its data belongs to', () => {
  const user = last(image, 'USER') ?? ''
  expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/)
  const [uid, gid] = user.split(':')
  expect(last(image, 'RUN')).toContain(`install -d -o ${uid} -g ${gid} /data`)
  expect(last(image, 'VOLUME')).toBe('/data')
  expect(last(image, 'ENV')).toContain('DATABASE_URL=file:/data/')
})

test('what it runs, and asks for its health with, is Node on files that are there', () => {
  expect(execForm(last(image, 'CMD'))).toEqual(['node', 'server/main.ts'])
  expect(execForm(last(image, 'HEALTHCHECK'))).toEqual(['node', 'server/cli/main.ts', 'ready'])
  expect(last(image, 'RUN')).toContain('ln -s /app/server/cli/main.ts /usr/local/bin/merch')
})

test('no script of a dependency runs while it is built, and the lock file is kept to', () => {
  const installs = stages.flatMap(({ instructions }) =>
    instructions.filter(({ name, text }) => name === 'RUN' && text.includes('npm ')),
  )
  expect(installs.map(({ text }) => text)).toEqual([
    'npm ci --ignore-scripts',
    'npm ci --omit=dev --ignore-scripts',
  ])
})

/** What programs import, and what that imports: files of the project, and packages. */
const closure = (programs: readonly string[]) => {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (path: string) => {
    if (files.has(path)) return
    files.add(path)
    for (const { fileName } of ts.preProcessFile(read(path)).importedFiles)
      if (fileName.startsWith('.')) visit(join(dirname(path), fileName))
      else if (!fileName.startsWith('node:'))
        packages.add(/^(@[^/]+\/)?[^/]+/.exec(fileName)?.[0] ?? fileName)
  }
  for (const program of programs) visit(program)
  return { files: [...files], packages: [...packages] }
}

describe.each<[string, Stage, string[], Record<string, string>]>([
  ['the image', image, ['server/main.ts', 'server/cli/main.ts'], dependencies],
  [
    'the stage that builds the docs',
    stage('docs'),
    ['codegen/docs/main.ts'],
    { ...dependencies, ...devDependencies },
  ],
])('%s has all that it runs', (_, built, programs, installed) => {
  const { files, packages } = closure(programs)
  const copied = copies(built).flatMap(({ from, sources }) => (from === undefined ? sources : []))

  test('of the project', () => {
    const isThere = (file: string) =>
      copied.some((source) => file.startsWith(`${source}/`)) && !isIgnored(file)
    expect(files.length).toBeGreaterThan(5)
    expect(files.filter((file) => !isThere(file))).toEqual([])
    expect(copied.filter((source) => !existsSync(join(root, source)))).toEqual([])
  })

  test('of packages', () => {
    expect(packages.filter((name) => !Object.hasOwn(installed, name))).toEqual([])
  })
})

test('secrets, data and tests of the folder that it is built in stay outside', () => {
  for (const path of ['.env', '.git/config', 'data/merch.db', 'node_modules/zod/package.json'])
    expect(isIgnored(path), path).toBe(true)
  for (const path of ['server/process/start.test.ts', 'testkit/run.ts', 'client/dist/index.js'])
    expect(isIgnored(path), path).toBe(true)
  for (const path of ['server/process/start.ts', 'package.json', '.npmrc'])
    expect(isIgnored(path), path).toBe(false)
})
