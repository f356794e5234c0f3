import { execFile, execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { send } from '../../contract-tests/support/http.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { hasTurn } from '../kit/of-today.ts'
import { read, root } from '../kit/project.ts'
import { programEnvironment, waitForOutput } from '../kit/run.ts'
import { makeTemporaryFolder } from '../kit/temporary-folder.ts'

// Runs the lines of the release's workflow in a clone of the last commit, without what publishes.

const run = promisify(execFile)

const Step = z.object({
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.looseObject({ path: z.string().optional() }).default({}),
})
const Release = z.object({ jobs: z.record(z.string(), z.object({ steps: z.array(Step) })) })
const { jobs } = Release.parse(parse(read('.github/workflows/release.yml')))

/**
 * Programs that reach others. They record their arguments; `gh run list` prints the id of a run if CI passed. `npm ci`
 * links the packages that are installed here, or copies them to another file system. `.ci/run` installs them itself.
 */
const programs = {
  gh: 'test "$1" != run || test -n "$CI_FAILED" || echo 1',
  docker: ':',
  sudo: ':',
  npm: `case "$*" in
  publish*) ;;
  ci)
    mkdir node_modules
    set -- '${root}'/node_modules/[!.]* '${root}/node_modules/.bin' node_modules
    cp -al "$@" 2> /dev/null || cp -a "$@" ;;
  *) PATH="\${PATH#*:}" exec npm "$@" ;;
esac`,
}

/** Returns a clone whose branch main is the last commit, and what runs steps as GitHub does. */
const release = (folder: string) => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8' })
  const commit = git('-C', root, 'rev-parse', 'HEAD').trim()
  git('clone', '--quiet', '--bare', root, 'origin.git')
  git('-C', 'origin.git', 'update-ref', 'refs/heads/main', commit)
  git('clone', '--quiet', '--branch', 'main', 'origin.git', 'build')
  const record = join(folder, 'record')
  for (const [name, text] of Object.entries(programs)) {
    const file = join(folder, 'bin', name)
    mkdirSync(dirname(file), { recursive: true })
    const line = `[ ${name} = npm ] && [ "$1" != publish ] || echo "${name} $*" >> '${record}'`
    writeFileSync(file, `#!/bin/sh\n${line}\n${text}\n`)
    chmodSync(file, 0o755)
  }
  const env = {
    PATH: [join(folder, 'bin'), dirname(process.execPath), process.env.PATH].join(':'),
    HOME: process.env.HOME,
    npm_config_prefer_offline: 'true',
    GITHUB_REF_NAME: `v${packageJson.version}`,
    GITHUB_REPOSITORY: 'Example/Merch',
    GITHUB_SHA: commit,
    GITHUB_ACTOR: 'releaser',
    GH_TOKEN: 'token',
  }
  const shell = (text: string, cwd: string, more = {}) =>
    run('bash', ['-e', '-c', text], { cwd, env: { ...env, ...more }, maxBuffer: 1e8 })
  return { git, shell, record: () => readFileSync(record, 'utf8') }
}

if (hasTurn(1, 3))
  test('the release has four packages, the service and its image, and the service runs', {
    timeout: 900_000,
  }, async () => {
    const { path: folder, remove } = makeTemporaryFolder()
    onTestFinished(remove)
    const { shell, record } = release(folder)
    for (const [job, { steps }] of Object.entries(jobs)) {
      mkdirSync(join(folder, job), { recursive: true })
      for (const { uses = '', run: text, with: options } of steps) {
        if (text !== undefined) await shell(text, join(folder, job))
        if (uses.startsWith('actions/upload-artifact'))
          cpSync(join(folder, job, options.path ?? ''), join(folder, 'artifact'), {
            recursive: true,
          })
        if (uses.startsWith('actions/download-artifact'))
          cpSync(join(folder, 'artifact'), join(folder, job, options.path ?? ''), {
            recursive: true,
          })
      }
    }
    const { version } = packageJson
    const archive = `merch-fulfillment-${version}.tar.gz`
    const packages = ['merch-fulfillment-client', 'merch-fulfillment-mock', 'openapi-hono']
    const files = globSync('*', { cwd: join(folder, 'artifact') })
    expect(files).toEqual(expect.arrayContaining([archive, 'openapi.json', 'docs.html']))
    const tarballs = files.filter((name) => name.endsWith('.tgz'))
    expect(tarballs).toEqual(
      expect.arrayContaining(packages.map((name) => expect.stringContaining(name))),
    )
    expect(tarballs).toHaveLength(4)
    for (const name of tarballs) {
      const tar = ['-xOf', join(folder, 'artifact', name), 'package/package.json']
      expect(JSON.parse(execFileSync('tar', tar, { encoding: 'utf8' }))).toMatchObject({
        version,
        repository: { url: 'git+https://github.com/Example/Merch.git' },
      })
      expect(record()).toContain(`npm publish release/${name} --provenance`)
    }
    expect(record()).toMatch(`linux/amd64,linux/arm64 --provenance mode=max --sbom true`)
    expect(record()).toMatch(`ghcr.io/example/merch:${version} --push .`)
    expect(record()).toMatch(`gh release create v${version} release/collection.json`)

    await shell(`tar -xzf artifact/${archive}`, folder)
    const service = join(folder, 'merch-fulfillment')
    expect(globSync('**/*.test.ts', { cwd: service })).toEqual([])
    await shell('npm ci --omit=dev --silent', service)
    const [, flags = ''] =
      /node (--.*)/.exec(readFileSync(join(service, 'package.json'), 'utf8')) ?? []
    expect(flags).toContain('server/main.ts')
    const env = { ...programEnvironment(), HOME: folder, PORT: '0', DATABASE_URL: 'file:m.db' }
    const child = spawn('node_modules/.bin/node', ['server/main.ts'], { cwd: service, env })
    onTestFinished(() => void child.kill('SIGKILL'))
    const [address = ''] =
      /http:\/\/[\d.:]+/.exec(await waitForOutput(child, /listening on .*\n/)) ?? []
    expect((await send(address, { path: '/readyz' })).status).toBe(200)
    expect((await send(address, { path: '/docs' })).text).toContain('<title>')
  })

test('a commit that is not on main, and one whose CI failed, are not released', async () => {
  const { path: folder, remove } = makeTemporaryFolder()
  onTestFinished(remove)
  const { git, shell } = release(folder)
  const checks = (jobs.build?.steps ?? []).flatMap(({ run: text }) => text ?? []).slice(0, 3)
  const check = async (more = {}) => {
    for (const text of checks) await shell(text, join(folder, 'build'), more)
  }
  await check()
  await expect(check({ CI_FAILED: '1' })).rejects.toThrow('gh run list')
  await expect(check({ GITHUB_REF_NAME: 'v0.0.1' })).rejects.toThrow('package.json')
  const author = ['-c', 'user.name=A', '-c', 'user.email=a@example.com']
  git('-C', 'build', ...author, 'commit', '--quiet', '--allow-empty', '--message', 'Not on main')
  await expect(check()).rejects.toThrow('merge-base')
})
