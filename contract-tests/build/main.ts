import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

rmSync(path('contract-tests/dist'), { recursive: true, force: true })
const compiler = [path('node_modules/typescript-7/bin/tsc'), '--project', path('contract-tests')]
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' })
if (status === 0) {
  mkdirSync(path('contract-tests/dist/generated'), { recursive: true })
  for (const file of ['LICENSE', 'generated/openapi.json'])
    copyFileSync(path(file), path(`contract-tests/dist/${file}`))
} else process.exitCode = 1
