import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { read } from '../../tests/kit/project.ts'
import { runProgram, startProgram, waitForOutput } from '../../tests/kit/run.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'

const program = 'contract-tests/schemathesis/main.ts'

/** Returns a PATH with only these programs, each a shell script or, after a shebang, another script. */
const programs = (texts: Record<string, string>): string => {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(texts)) {
    const script = text.startsWith('#!') ? text : `#!/bin/sh\n${text}\n`
    writeFileSync(join(folder, name), script, { mode: 0o755 })
  }
  return folder
}

/** A fake program that prints one line if its first argument is `probe`, and else runs a script. */
const fake = (probe: string, line: string, script: string) => `#!${process.execPath}
if (process.argv[2] === '${probe}') console.log('${line}')
else (async () => { ${script} })()`

const st = (script: string) => fake('--version', 'st, version 4.25.0', script)

/** Prints the environment and the arguments. */
const showing = 'console.log(JSON.stringify([process.env, process.argv.slice(2)]))'
const shown = (stdout: string): [env: Record<string, string>, args: string[]] =>
  JSON.parse(stdout.split('\n')[0] ?? '')

test('without st and Docker, the run is skipped with what to do, and --require makes it a failure', async () => {
  const { status, stdout, stderr } = await runProgram(program, [], { PATH: temporaryFolder() })
  expect([status, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^skipped: .*\nInstall it with pip install schemathesis==4\.25\.0, or .*\n$/,
  )
  const required = await runProgram(program, ['--require'], { PATH: temporaryFolder() })
  expect(required.status).toBe(1)
})

test('st gets a server, its key, the published document, the configuration and the hooks', async () => {
  const reports = join(temporaryFolder(), 'deep', 'reports')
  const script = `
    const { MERCH_URL, MERCH_KEY } = process.env
    const headers = { authorization: 'Bearer ' + MERCH_KEY }
    process.env.STATUS = (await fetch(MERCH_URL + '/v1/auth', { headers })).status
    ${showing}
    process.exitCode = 3`
  const options = ['--reports', reports, '--', '--phases', 'fuzzing']
  const PATH = programs({ st: st(script) })
  const { status, stdout, stderr } = await runProgram(program, options, { PATH })
  expect([status, stderr]).toEqual([3, ''])
  const [env, [, configuration = '', run, document = '', ...more]] = shown(stdout)
  expect([env.STATUS, run]).toEqual(['200', 'run'])
  expect(more).toEqual(['--url', env.MERCH_URL, '--phases', 'fuzzing'])
  expect(env.MERCH_DOCUMENT).toBe(document)
  expect(readFileSync(document, 'utf8')).toBe(read('generated/openapi.json'))
  const hooks = `${env.PYTHONPATH}/${env.SCHEMATHESIS_HOOKS}/__init__.py`
  expect([configuration, hooks, reports].filter((file) => !existsSync(file))).toEqual([])
  expect(stdout).toMatch(/^Reports: .*junit\.xml, .*har\.json$/m)
})

test('without the pinned st, the image gets the given server, the files and the reports, and no key on its command line', async () => {
  const key = 'k'.repeat(96)
  const given = ['--url', 'http://127.0.0.1:1/', '--key', key, '--reports', temporaryFolder()]
  const PATH = programs({
    st: 'echo st, version 4.25.01',
    docker: fake('info', '28.2.2', showing),
  })
  const { stdout } = await runProgram(program, [...given, '--', '--phases', 'fuzzing'], { PATH })
  const [env, args] = shown(stdout)
  const mounts = args.flatMap((arg, at) => (arg === '--volume' ? [args[at + 1] ?? ''] : []))
  expect(mounts.filter((mount) => existsSync(mount.split(':')[0] ?? ''))).toHaveLength(4)
  expect(args).toEqual(expect.arrayContaining(['MERCH_KEY', 'MERCH_URL']))
  expect([env.MERCH_KEY, env.MERCH_SIMULATED_DELIVERIES]).toEqual([key, undefined])
  expect(args.join(' ')).not.toContain(key)
  const files = '--config-file /contract/schemathesis.toml run /contract/openapi.json'
  const [, command] = args.join(' ').split('schemathesis/schemathesis:4.25.0 ')
  expect(command).toBe(`${files} --url http://127.0.0.1:1 --phases fuzzing`)
})

test('SIGINT stops st and the server and fails the run', async () => {
  const script = `
    process.on('SIGINT', () => process.exit(0))
    console.log('url=' + process.env.MERCH_URL + ';')
    setInterval(() => {}, 1000)`
  const PATH = programs({ st: st(script) })
  const child = startProgram(program, ['--reports', temporaryFolder()], { PATH })
  const [, url = ''] = /url=(.*);/.exec(await waitForOutput(child, /url=.*;/)) ?? []
  await fetch(`${url}/healthz`)
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGINT')
  expect(await ended).toBe(130)
  await expect(fetch(`${url}/healthz`)).rejects.toThrow('fetch failed')
})
