import { expect, test } from 'vitest'
import { programs } from '../testing/programs.ts'
import { chooseRunner } from './runner.ts'

const none = (why: string) => ({ kind: 'none', why: `${why}; no Docker engine is running` })

test.each([
  [
    'a newer st and an engine',
    { st: 'echo st, version 4.25.01', docker: 'echo 28.2.2' },
    { kind: 'docker' },
  ],
  ['an st that fails', { st: 'echo "st, version 4.25.0"; exit 1' }, none('no st on the PATH')],
  ['another st', { st: 'echo st 0.9.2' }, none('the st on the PATH is not Schemathesis 4.25.0')],
  ['a client without an engine', { docker: 'exit 1' }, none('no st on the PATH')],
  ['a client that succeeds without an engine', { docker: 'echo' }, none('no st on the PATH')],
])('with %s, the expected runner is chosen', (_, texts, expected) => {
  expect(chooseRunner({ PATH: programs(texts) })).toEqual(expected)
})
