import { ownServer } from './own/own-server.ts'
import { runCommand } from './report/command.ts'

await runCommand(
  {
    command: 'npm run contract --',
    byDefault: "this project's server",
    report: 'dist/contract.md',
  },
  ownServer,
)
