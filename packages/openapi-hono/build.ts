import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url))

rmSync(path('dist'), { recursive: true, force: true })
const args = [path('../../node_modules/typescript-7/bin/tsc'), '--project', path('.')]
const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
if (status === 0) {
  chmodSync(path('dist/command.js'), 0o755)
  copyFileSync(path('../../LICENSE'), path('dist/LICENSE'))
} else process.exitCode = 1
