#!/usr/bin/env node
import { runCommand } from '../report/run-command.ts'

await runCommand({ command: 'npx merch-contract', html: 'contract.html' })
