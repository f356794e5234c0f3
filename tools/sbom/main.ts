import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { makeSbom } from './make-sbom.ts'

const file = fileURLToPath(new URL('../../dist/sbom.cdx.json', import.meta.url))

mkdirSync(dirname(file), { recursive: true })
writeFileSync(file, makeSbom())
process.stdout.write(`${file} written\n`)
