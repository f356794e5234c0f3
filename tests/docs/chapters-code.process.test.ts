import { execFile, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { document } from '../../contract-tests/support/contract.ts'
import { codeSamples } from '../../docs/site/samples.ts'
import { demoKeys } from '../../mock/demo-keys.ts'
import { compileFiles } from '../kit/compile.ts'
import { servedMock } from '../kit/mock/served-mock.ts'
import { makeFolderInProject } from '../kit/temporary-folder.ts'
import { chapters, codeOf } from './chapters.ts'

const run = promisify(execFile)

/** Starting the mock and the server is left to `.ci/first-hour`. */
const commands = chapters
  .flatMap(({ name }) => codeOf(name, 'sh').map((code) => ({ name, code })))
  .filter(({ code }) => !/^np[mx] /m.test(code))

test.for(commands)('Commands in $name: $code', async ({ code }, { skip }) => {
  for (const needed of ['curl', 'jq'].filter((each) => RegExp(`\\b${each} `).test(code)))
    if (spawnSync(needed, ['--version']).error) skip(`there is no ${needed} on this machine`)
  const { mock, address } = await servedMock()
  const env = { PATH: process.env.PATH, MERCH_URL: address, MERCH_KEY: demoKeys.demo }
  // The mock's address and the server's: both serve the document.
  const command = code.replaceAll(/http:\/\/127\.0\.0\.1:(4010|8080)/g, address)
  const { stdout } = await run('sh', ['-c', command], { env })
  expect(stdout).toMatch(/\S{3}/)
  expect(mock.requests.entries.filter(({ status }) => status >= 400)).toEqual([])
})

test('The TypeScript code of the chapters, and of the samples, compiles', () => {
  const folder = makeFolderInProject()
  onTestFinished(folder.remove)
  const samples = [...codeSamples(document)].map(([id, each]) => ({
    name: `sample-${id}`,
    code: each.find(({ label }) => label === 'TypeScript')?.source ?? '',
  }))
  const parts = chapters.map(({ name }) => ({ name, code: codeOf(name, 'ts').join('\n') }))
  const files = [...samples, ...parts].map(({ name, code }) => {
    const file = join(folder.path, `${name}.ts`)
    const own = code
      .replaceAll(`'merch-fulfillment-client'`, `'../../packages/client/index.ts'`)
      .replaceAll(
        `'merch-fulfillment-client/webhooks'`,
        `'../../packages/client/webhooks/index.ts'`,
      )
    writeFileSync(file, `${own}\nexport {}\n`)
    return file
  })
  expect(compileFiles(files)).toEqual([])
})
