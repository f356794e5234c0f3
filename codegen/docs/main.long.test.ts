import { readdirSync, readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

test('an unknown option is rejected in one line', async () => {
  const { status, stdout, stderr } = await runProgram('codegen/docs/main.ts', ['--foo'])
  expect([status, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^Unknown option '--foo'.*\n$/)
})

test('writes what the page links to beside it, and rebuilds a stale page', async () => {
  const folder = temporaryFolder()
  const page = join(folder, 'pages', 'index.html')
  const build = () => runProgram('codegen/docs/main.ts', ['--if-stale', '--to', page])
  expect((await build()).stdout).toMatch(/^\/.*index\.html written: \d\.\d MB in \d+\.\d s\n$/)
  expect(readFileSync(page, 'utf8')).toMatch(/^<!DOCTYPE html>.*Merchandise fulfillment/s)
  const beside = (name: string) => readFileSync(join(folder, 'pages', name), 'utf8')
  const document = fileURLToPath(new URL('../../generated/openapi.json', import.meta.url))
  expect(beside('openapi.json')).toBe(readFileSync(document, 'utf8'))
  const [, table = ''] = /\| For programs \| (.*?) \|/.exec(beside('docs.md')) ?? []
  const links = [...table.matchAll(/\]\((.*?)\)/g)].map(([, file = '']) => file)
  expect(links).toHaveLength(3)
  expect(readdirSync(join(folder, 'pages'))).toEqual(expect.arrayContaining(links))
  expect((await build()).stdout).toContain('is up to date')
  // Older than its inputs.
  utimesSync(page, 0, 0)
  expect((await build()).stdout).toContain('written')
})
