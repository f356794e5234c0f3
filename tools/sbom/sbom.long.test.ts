import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runProgram } from '../../testkit/run.ts'
import { installedWith } from './installed.ts'

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

const Sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string() })),
})

test('The bill of materials lists the packages of a production install, and no others', async () => {
  const { status, stdout } = await runProgram('tools/sbom/main.ts', [])
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\/dist\/sbom\.cdx\.json written\n$/)])
  const { metadata, components } = Sbom.parse(read('dist/sbom.cdx.json'))
  const { name, version, dependencies } = read('package.json')
  expect(metadata.component).toMatchObject({ name, version })
  const listed = components.map((component) => `${component.name}@${component.version}`)
  const installed = installedWith(read('package-lock.json'), Object.keys(dependencies))
  expect(listed.toSorted()).toEqual(installed.toSorted())
})
