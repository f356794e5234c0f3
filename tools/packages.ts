import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(`../${relative}`, import.meta.url))

if (process.argv.includes('--help'))
  process.stdout.write(`Usage: npm run packages

Builds the installable packages, and writes them as tarballs to dist/packages.
`)
else {
  rmSync(path('dist/packages'), { recursive: true, force: true })
  mkdirSync(path('dist/packages'), { recursive: true })
  const args = [
    'pack',
    './client',
    './codegen',
    './contract-tests',
    '--pack-destination',
    path('dist/packages'),
  ]
  const { status } = spawnSync('npm', args, { cwd: path('.'), stdio: 'inherit' })
  process.exitCode = status ?? 1
}
