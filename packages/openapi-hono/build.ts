import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

rmSync(path('dist'), { recursive: true, force: true })
const compiler = path('../../node_modules/typescript-7/bin/tsc')
const settings = ['--checkers', '1', '--project', path('.')]
const { status } = spawnSync(process.execPath, [compiler, ...settings], { stdio: 'inherit' })
if (status === 0) {
  chmodSync(path('dist/command.js'), 0o755)
  copyFileSync(path('../../LICENSE'), path('dist/LICENSE'))
} else process.exitCode = 1
