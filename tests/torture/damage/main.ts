import { parseArgs } from 'node:util'
import { damagePages } from './damage-pages.ts'

const usage = `Usage: npm run test:damage -- [--pages N]

Overwrites a page of a running server's database, sends requests of every kind, and restores the page.
Does so for N pages (all), evenly spread, each in a new server. Fails when a server ends, a response is
outside the document, /readyz does not say what requests meet, or the restored database does not work.
`

const say = (line: string) => process.stdout.write(`${line}\n`)

const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const problems = await damagePages({ most: Number(values.pages), say })
  for (const problem of problems) process.stderr.write(`${problem}\n`)
  say(problems.length > 0 ? 'failed' : 'passed')
  if (problems.length > 0) process.exitCode = 1
}
