import { expect, test } from 'vitest'
import { postgresPrograms } from '../../../testkit/postgres-cluster.ts'
import { runProgram } from '../../../testkit/run.ts'

test('killed, stopped and out of disk under load, the server loses nothing and stays within the document', async () => {
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', [
    '--minutes',
    '0.3',
  ])
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 300_000)

test('killed, stopped and with a full disk of its PostgreSQL, the server loses nothing', async ({
  skip,
}) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const args = ['--minutes', '0.3', '--database', 'postgres']
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/passed\n$/)
  expect(status).toBe(0)
}, 300_000)

test('killed at random moments, the server delivers every event once unless it was in progress', async () => {
  const args = ['--kills', '5']
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/ 0 lost, 0 delivered twice;.*\npassed\n$/)
  expect(status).toBe(0)
}, 300_000)

test('killed with its PostgreSQL at random moments, the server loses no acknowledged record and no event', async ({
  skip,
}) => {
  if (postgresPrograms === undefined) return skip('PostgreSQL 15 or newer is not installed')
  const args = ['--kills', '2', '--database', 'postgres', '--database-kills', '2']
  const { status, stdout, stderr } = await runProgram('tests/torture/load/main.ts', args)
  expect(stderr).toBe('')
  expect(stdout).toMatch(/ 0 lost, 0 delivered twice;.*\npassed\n$/)
  expect(status).toBe(0)
}, 300_000)
