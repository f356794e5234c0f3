#!/usr/bin/env node
import { runCommand } from '../report/command.ts'

await runCommand({ command: 'npx merch-contract', report: 'contract.md' })
