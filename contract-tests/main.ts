import { ownServerOn } from './own/own-server.ts'
import { runCommand } from './report/run-command.ts'

await runCommand(
  {
    command: 'npm run contract --',
    byDefault: "this project's server",
    html: 'dist/contract.html',
  },
  ownServerOn,
)
