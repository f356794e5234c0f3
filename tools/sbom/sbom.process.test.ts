import { readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { runProgram } from '../../testkit/run.ts'
import { installedWith } from './installed.ts'
import { makeSbom } from './make-sbom.ts'

const read = (file: string) =>
  JSON.parse(readFileSync(new URL(`../../${file}`, import.meta.url), 'utf8'))

const Sbom = z.looseObject({
  metadata: z.looseObject({
    component: z.looseObject({ name: z.string(), version: z.string(), type: z.string() }),
  }),
  components: z.array(
    z.looseObject({
      name: z.string(),
      version: z.string(),
      purl: z.string(),
      hashes: z.array(z.object({ alg: z.string(), content: z.string() })),
      licenses: z.array(z.unknown()),
    }),
  ),
})

const made: unknown = JSON.parse(makeSbom())
const { metadata, components } = Sbom.parse(made)

test('it is written to where it is said to be', async () => {
  const { status, stdout } = await runProgram('tools/sbom/main.ts', [])
  expect([status, stdout]).toEqual([0, expect.stringMatching(/\/dist\/sbom\.cdx\.json written\n$/)])
  expect(Sbom.parse(read('dist/sbom.cdx.json')).components).toEqual(components)
})

test('it is of the schema of CycloneDX 1.5', () => {
  const schema = (name: string) =>
    read(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`)
  const address = (name: string) => `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  for (const name of ['spdx', 'jsf-0.82']) ajv.addSchema(schema(name), address(name))
  const validate = ajv.compile(schema('bom-1.5'))
  expect([validate(made), validate.errors]).toEqual([true, null])
  expect(validate({ ...Object(made), components: [{ type: 'library' }] })).toBe(false)
})

test('it names the project, and every package of a production install, and no other', () => {
  const { name, version } = read('package.json')
  expect(metadata.component).toMatchObject({ name, version, type: 'application' })
  const listed = components.map((component) => `${component.name}@${component.version}`)
  const { dependencies } = read('package.json')
  const installed = installedWith(read('package-lock.json'), Object.keys(dependencies))
  expect(listed.toSorted()).toEqual(installed.toSorted())
})

test('each with its hash, its licence and its name for other tools', () => {
  for (const { name, version, purl, hashes, licenses } of components) {
    expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`)
    expect(hashes[0]?.alg, name).toBe('SHA-512')
    expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
    expect(licenses, name).toHaveLength(1)
  }
})
