import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { expect, test } from 'vitest'
import { read } from '../../tests/kit/project.ts'
import { runProgram } from '../../tests/kit/run.ts'
import { temporaryFolder } from '../../tests/kit/temporary-folder.ts'

test('writes what the page links to beside it, and rebuilds a stale page', async () => {
  const folder = temporaryFolder()
  const page = join(folder, 'pages', 'index.html')
  const build = () => runProgram('docs/site/main.ts', ['--if-stale', '--to', page])
  expect((await build()).stdout).toMatch(/^\/.*index\.html written: \d+ KiB in \d+\.\d s\n$/)
  expect(readFileSync(page, 'utf8')).toMatch(/^<!DOCTYPE html>.*Merchandise fulfillment/s)
  const beside = (name: string) => readFileSync(join(folder, 'pages', name), 'utf8')
  expect(beside('openapi.json')).toBe(read('generated/openapi.json'))
  const [, table = ''] = /\| For programs \| (.*?) \|/.exec(beside('docs.md')) ?? []
  const links = [...table.matchAll(/\]\((.*?)\)/g)].map(([, file = '']) => file)
  expect(links).toHaveLength(4)
  expect(readdirSync(join(folder, 'pages'))).toEqual(expect.arrayContaining(links))
  expect((await build()).stdout).toContain('is up to date')
  const offline = beside('docs-offline.html').replaceAll(/<script[^>]*>.*?<\/script>/gs, '')
  expect(linksOf(offline).filter((link) => !/^(#|https?:|data:)/.test(link))).toEqual([])
  // A build that was killed left a part.
  const part = `${page}.123.part`
  writeFileSync(part, '')
  // Older than its inputs.
  for (const file of [page, part]) utimesSync(file, 0, 0)
  expect((await build()).stdout).toContain('written')
  expect(existsSync(part)).toBe(false)
})

/** Returns the links of a file in Markdown and HTML. */
const linksOf = (text: string): string[] =>
  [...text.matchAll(/(?:\]\(|href="|src=")([^)"\s]+)/g)].map(([, link = '']) => link)

test('every link of the published copy works below any path, and none leads to this machine', async () => {
  const folder = join(temporaryFolder(), 'some', 'prefix')
  const site = 'https://docs.example.com/some/prefix/'
  const service = 'https://api.example.com'
  const repository = 'https://git.example.com/shop'
  const urls = [`--base-url=${service}/`, `--site-url=${site}`, `--repository-url=${repository}`]
  const options = [...urls, `--to=${join(folder, 'index.html')}`]
  expect((await runProgram('docs/site/main.ts', options)).status).toBe(0)
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.\w+$/.test(name),
  )
  const texts = new Map(names.map((name) => [name, readFileSync(join(folder, name), 'utf8')]))
  const reached = new Set(['index.html', 'llms.txt'])
  expect(texts.get('docs.md')).toContain(`in [the service's repository](${repository})`)
  for (const [name, text] of texts) {
    expect([name, text.includes('127.0.0.1:8080')]).toEqual([name, false])
    // Scripts make their own links, and so does Redoc.
    if (name.endsWith('.js') || name === 'redoc.html') continue
    for (const link of linksOf(text.replaceAll(/(<script[^>]*>).*?<\/script>/gs, '$1'))) {
      const { href, hash } = new URL(link, site + name)
      // Tools that show the document have anchors of their own.
      if (name.endsWith('.json') && link.startsWith('#')) continue
      // The service, its placeholders, and other sites.
      if (!href.startsWith(site.replace('/some/prefix/', '/'))) continue
      const path = posix.relative('/some/prefix', new URL(href).pathname) || 'index.html'
      const target = texts.get(path) ?? ''
      const anchor = decodeURIComponent(hash.slice(1))
      const isThere = texts.has(path) && (anchor === '' || target.includes(`id="${anchor}"`))
      expect([name, link, isThere]).toEqual([name, link, true])
      reached.add(path)
    }
  }
  expect([...reached].toSorted()).toEqual(names.toSorted())
})

test.each([
  ['--foo', /^Unknown option '--foo'.*\n$/],
  ['--base-url=example', /^--base-url must be an http or https URL without a query\n$/],
  ['--site-url=https://x.example/?a=b', /^--site-url must be an http or https URL /],
  ['--to=/proc/x/docs.html', /^ENOENT: no such file or directory, mkdir '\/proc\/x'\n$/],
])('%s is rejected in one line', async (option, message) => {
  const { status, stderr } = await runProgram('docs/site/main.ts', [option])
  expect([status, stderr]).toEqual([1, expect.stringMatching(message)])
})
