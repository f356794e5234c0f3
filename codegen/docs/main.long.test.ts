import { readdirSync, readFileSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runProgram } from '../../testkit/run.ts'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'
import { inputs, path } from './inputs.ts'

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
  expect(readFileSync(join(folder, 'pages', 'openapi.json'), 'utf8')).toBe(
    readFileSync(path('generated/openapi.json'), 'utf8'),
  )
  const [, table = ''] =
    /\| For programs \| (.*?) \|/.exec(readFileSync(path('generated/reference.md'), 'utf8')) ?? []
  const links = [...table.matchAll(/\]\((.*?)\)/g)].map(([, file = '']) => file)
  expect(links).toHaveLength(3)
  expect(readdirSync(join(folder, 'pages'))).toEqual(expect.arrayContaining(links))
  expect((await build()).stdout).toContain('is up to date')
  // Makes the page older than its inputs.
  const before = Math.max(...inputs().map((file) => statSync(file).mtimeMs)) / 1000 - 1
  utimesSync(page, before, before)
  expect((await build()).stdout).toContain('written')
})

test('the inputs include the document, the styles and the samples', () => {
  const names = inputs().map((file) => file.slice(path('').length))
  for (const each of ['generated/openapi.json', 'redocly.yaml', 'codegen/docs/page/style.css'])
    expect(names).toContain(each)
  expect(names).toContain('codegen/samples/curl.ts')
})
