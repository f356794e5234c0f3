import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { chooseRunner, version } from './runner.ts'

/** Returns a PATH with only these programs, each one line of shell. */
const pathWith = (programs: Record<string, string>): { PATH: string } => {
  const folder = temporaryFolder()
  for (const [name, line] of Object.entries(programs))
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`, { mode: 0o755 })
  return { PATH: folder }
}

const st = `echo "st, version ${version}"`
const engine = '[ "$1" = info ] && echo 28.2.2'

test.each<[string, Record<string, string>, string]>([
  ['the pinned st', { st }, 'st'],
  ['the pinned st and an engine', { st, docker: engine }, 'st'],
  ['an engine', { docker: engine }, 'docker'],
  ['an engine and another st', { st: 'echo st 0.9.2', docker: engine }, 'docker'],
  ['an engine and a newer st', { st: `echo st, version ${version}1`, docker: engine }, 'docker'],
  ['nothing', {}, 'none'],
  ['an st that fails', { st: `${st}; exit 1` }, 'none'],
  ['a client without an engine', { docker: 'echo cannot connect >&2; exit 1' }, 'none'],
  ['a client that succeeds without an engine', { docker: 'echo' }, 'none'],
])('with %s', (_, programs, kind) => {
  expect(chooseRunner(pathWith(programs)).kind).toBe(kind)
})

test('the reason for a skip names st and Docker', () => {
  expect(chooseRunner(pathWith({}))).toEqual({
    kind: 'none',
    why: 'no st on the PATH; no Docker engine is running',
  })
  expect(chooseRunner(pathWith({ st: 'echo st 0.9.2' }))).toEqual({
    kind: 'none',
    why: `the st on the PATH is not Schemathesis ${version}; no Docker engine is running`,
  })
})
