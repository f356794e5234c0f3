import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

const path = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

rmSync(path('contract-tests/dist'), { recursive: true, force: true })
const compiler = [path('node_modules/typescript-7/bin/tsc'), '--project', path('contract-tests')]
const { status } = spawnSync(process.execPath, compiler, { stdio: 'inherit' })
if (status === 0) {
  const files = ['LICENSE', 'generated/openapi.json', 'contract-tests/report/report.css']
  for (const file of [...files, 'styles/tokens.css', 'styles/base.css']) {
    const copy = path(`contract-tests/dist/${file}`)
    mkdirSync(dirname(copy), { recursive: true })
    copyFileSync(path(file), copy)
  }
} else process.exitCode = 1
