import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, matchesGlob } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { send } from '../../contract-tests/support/http.ts'
import { read, root } from '../kit/project.ts'
import { waitForOutput } from '../kit/run.ts'
import { temporaryFolder } from '../kit/temporary-folder.ts'

// Runs the steps of the Dockerfile in folders, and starts what they leave. CI builds the image itself.

const git = ['ls-files', '--cached', '--others', '--exclude-standard']

/** The files that Docker would get. */
const context = () => {
  const patterns = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const isSent = (file: string) => {
    const parts = file.split('/')
    const paths = parts.map((_, i) => parts.slice(0, i + 1).join('/'))
    const last = patterns.findLast((pattern) =>
      paths.some((path) => matchesGlob(path, pattern.replace(/^!/, ''))),
    )
    return last?.startsWith('!') ?? true
  }
  const files = execFileSync('git', git, { cwd: root, encoding: 'utf8' }).split('\n')
  return files.filter((file) => file !== '' && isSent(file) && existsSync(join(root, file)))
}

type Stage = { path: string; env: Record<string, string>; cmd: string[] }

/** Runs the steps. Returns the folder, environment and command of each stage. */
const build = (folder: string) => {
  const sent = join(folder, 'context')
  // As Docker does. A page is built again if it is older than what it is built from.
  const preserveTimestamps = true
  for (const file of context()) cpSync(join(root, file), join(sent, file), { preserveTimestamps })
  const stages = new Map<string, Stage>()
  let stage: Stage = { path: '', env: {}, cmd: [] }
  const lines = read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll('\\\n', '')
    .split('\n')
  for (const line of lines.filter(Boolean)) {
    const [, step = '', text = ''] = /^(\w+) (.*)$/.exec(line) ?? []
    const words = text.split(' ').filter((word) => !word.startsWith('--'))
    const [from = ''] = /(?<=--from=)\w+/.exec(text) ?? []
    const inside = (path: string) => join(stage.path, path.startsWith('/') ? '' : 'app', path)
    if (step === 'FROM') {
      const [parent = '', , name = 'service'] = words
      const known = stages.get(parent)
      stage = { path: join(folder, name), env: { ...known?.env }, cmd: [] }
      for (const path of ['app', 'usr/local/bin'])
        mkdirSync(join(stage.path, path), { recursive: true })
      if (known) execFileSync('cp', ['-al', `${known.path}/.`, stage.path])
      stages.set(name, stage)
    } else if (step === 'COPY')
      for (const source of words.slice(0, -1)) {
        const path = join(from === '' ? sent : (stages.get(from)?.path ?? ''), source)
        const target = inside(words.at(-1) ?? '')
        const into = statSync(path).isFile() ? join(target, basename(path)) : target
        mkdirSync(dirname(into), { recursive: true })
        cpSync(path, into, { recursive: true, verbatimSymlinks: true, preserveTimestamps })
      }
    else if (step === 'RUN' && text === 'npm ci --ignore-scripts')
      // Development dependencies, as they are installed here: linked, or copied to another file system. Other tests
      // write to their caches meanwhile.
      execFileSync('sh', [
        '-c',
        'mkdir "$1" && cp -al "$0"/[!.]* "$0/.bin" "$1" 2> /dev/null || cp -a "$0"/[!.]* "$0/.bin" "$1"',
        join(root, 'node_modules'),
        inside('node_modules'),
      ])
    else if (step === 'RUN') {
      const command = text.replaceAll(/(?<= )\/(?=data|usr|app)/g, `${stage.path}/`)
      execFileSync('sh', ['-c', command], { cwd: inside('') })
    } else if (step === 'ENV')
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g))
        Object.assign(stage.env, { [name]: value.replace('/data', join(stage.path, 'data')) })
    else if (step === 'CMD' || step === 'ENTRYPOINT') stage.cmd = JSON.parse(text)
  }
  return stages
}

test('the image runs as its user, and as any user of group 0, with what it needs and no more', {
  timeout: 900_000,
}, async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root can start programs as other users')
  const folder = temporaryFolder()
  chmodSync(folder, 0o711)
  const closed = join(folder, 'closed')
  mkdirSync(closed, { mode: 0o700 })
  const stages = build(folder)
  const service = stages.get('service')
  const app = join(service?.path ?? '', 'app')
  expect(globSync('{**/vitest,**/*.node,{server,packages}/**/*.test.ts}', { cwd: app })).toEqual([])

  /** Starts the command of a stage as a user. Returns where it listens and its process. */
  const started = async (name: string, uid: number, gid: number) => {
    const { path = '', env = {}, cmd = [] } = stages.get(name) ?? {}
    const settings = { PATH: dirname(process.execPath), ...env, HOST: '127.0.0.1', PORT: '0' }
    const options = { cwd: join(path, 'app'), env: settings, uid, gid }
    const child = spawn(process.execPath, cmd.slice(1), options)
    onTestFinished(() => void child.kill('SIGKILL'))
    const printed = await waitForOutput(child, /http:\/\/127[\d.:]+/)
    const [address = ''] = /http:\/\/127[\d.:]+/.exec(printed) ?? []
    const run = (args: readonly string[], more: object = {}) =>
      execFileSync(process.execPath, ['server/cli/main.ts', ...args], { ...options, ...more })
    const end = () => {
      child.kill()
      return new Promise((resolve) => child.once('close', resolve))
    }
    return { address, run, end }
  }
  for (const [uid, gid] of [
    [1000, 1000],
    [1_000_650_000, 0],
  ] as const) {
    const { address, run, end } = await started('service', uid, gid)
    expect((await send(address, { path: '/readyz' })).status).toBe(200)
    expect((await send(address, { path: '/docs' })).text).toContain('<title>')
    const [, health = ''] = /HEALTHCHECK .*CMD (.*)/.exec(read('Dockerfile')) ?? []
    expect(JSON.parse(health)).toEqual(['node', 'server/cli/main.ts', 'ready'])
    const account = String(run(['accounts', 'create', '--name', 'Harbor & Pine'])).trim()
    // The user may have no name and no home.
    const input = '{ "warehouses": [{ "key": "oslo" }] }'
    run(['apply', '-', '--account', account], { input })
    const listIn = (path: string) => () =>
      run(['stock', 'list'], { env: { DATABASE_URL: `file:${path}` } })
    expect(listIn(join(closed, 'merch.db'))).toThrow('EACCES: permission denied, stat')
    if (gid === 0)
      expect(listIn('~/merch.db')).toThrow('must not begin with ~ for a user without a home folder')
    expect(await end()).toBe(0)
    for (const file of globSync(`${service?.path}/data/*`)) execFileSync('rm', ['-r', file])
  }
  const notices = join(stages.get('mock')?.path ?? '', 'app/mock/dist/NOTICES.txt')
  expect(readFileSync(notices, 'utf8')).toMatch(/^hono [\d.]+ \(MIT\)\n\nMIT License\n/m)
  const mock = await started('mock', 1000, 1000)
  expect((await send(mock.address, { path: '/openapi.json' })).status).toBe(200)
})
