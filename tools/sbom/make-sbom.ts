import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { productionOf } from './production.ts'

const read = (file: string): unknown =>
  JSON.parse(readFileSync(fileURLToPath(new URL(`../../${file}`, import.meta.url)), 'utf8'))

/**
 * The software bill of materials of what runs in production, CycloneDX as JSON, by npm itself.
 *
 * Not by `npm sbom --omit=dev` on the project: that leaves out whatever a tool of development uses,
 * too, the web framework among it. So npm is shown a project that has no such tools.
 */
export const makeSbom = (): string => {
  const { manifest, lock } = productionOf(read('package.json'), read('package-lock.json'))
  const folder = mkdtempSync(join(tmpdir(), 'merch-sbom-'))
  try {
    // npm names the whole by the folder that it is in.
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
