import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { at } from '../codegen/model/pointer.ts'
import { ownServer } from './own/own-server.ts'
import type { Running } from './support/target.ts'
import { followInvite, outsideEventsOf } from './workflows/outside-events.ts'

const folder = fileURLToPath(new URL('../generated/tutorials/', import.meta.url))

let target: Running
beforeAll(async () => {
  target = await ownServer()
})
afterAll(() => target.stop())

type Line = { command: string; status: string; keeps: [name: string, pointer: string][] }

/** The curl commands of a page, each with its expected status and the values to save from its response. */
const linesOf = (page: string): Line[] =>
  page
    .split(/^### /m)
    .slice(1)
    .map((step) => {
      const [, command = ''] = /```sh\n(.*?)```/s.exec(step) ?? []
      const [, status = ''] = /^Expected response: `(\d+)`/m.exec(step) ?? []
      const [, keep = ''] = /^Save: (.*)\.$/m.exec(step) ?? []
      const keeps = [...keep.matchAll(/`(\w+)` is `([^`]+)`/g)].map(
        ([, name = '', member = '']): [string, string] => [
          name,
          `#/${member.match(/\w+/g)?.join('/')}`,
        ],
      )
      return { command, status, keeps }
    })

/** Runs a command as a reader would. Returns the status and the body. */
const run = async (command: string, environment: Record<string, string>) => {
  const script = `curl() { command curl --silent --write-out '\n%{http_code}' "$@"; }\n${command}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], {
    env: { PATH: process.env.PATH ?? '', ...environment },
  })
  const at = stdout.lastIndexOf('\n')
  return { status: stdout.slice(at + 1), text: stdout.slice(0, at) }
}

test.each(readdirSync(folder))('the commands of %s work', async (name) => {
  const page = readFileSync(`${folder}${name}`, 'utf8')
  const own = randomUUID().slice(0, 8)
  const environment: Record<string, string> = {
    BASE_URL: target.url,
    API_KEY: target.key,
    EMAIL: `${own}-a@example.com`,
    INVITE_EMAIL: `${own}-b@example.com`,
    ONCE_EMAIL: `${own}-c@example.com`,
    WEBHOOK_URL: `https://hooks.example.com/${own}`,
  }
  const outside = outsideEventsOf(target)
  const lines = linesOf(page)
  expect(lines.length).toBeGreaterThan(2)
  for (const { command, status, keeps } of lines) {
    const response = await run(command, environment)
    expect([command, response.status]).toEqual([command, status])
    for (const [variable, pointer] of keeps)
      environment[variable] = String(at(JSON.parse(response.text), pointer))
    if (outside && command.includes('/v1/invites/create'))
      await followInvite(target, outside, { status: 200, headers: {}, text: response.text })
  }
})
