import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productionOf } from './production.ts'

const read = (file: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8'))

/**
 * Creates the software bill of materials of the production install, as CycloneDX JSON.
 *
 * `npm sbom --omit=dev` also omits production packages that a development tool uses, such as the web
 * framework. So npm runs on a copy of the project without development dependencies.
 */
export const makeSbom = (): string => {
  const { manifest, lock } = productionOf(read('package.json'), read('package-lock.json'))
  const folder = mkdtempSync(join(tmpdir(), 'merch-sbom-'))
  try {
    // npm takes the name of the project from its folder.
    const project = join(folder, manifest.name)
    mkdirSync(project)
    writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
    writeFileSync(join(project, 'package-lock.json'), JSON.stringify(lock))
    const format = ['--sbom-format', 'cyclonedx', '--sbom-type', 'application']
    return execFileSync('npm', ['sbom', '--package-lock-only', ...format], {
      cwd: project,
      encoding: 'utf8',
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
