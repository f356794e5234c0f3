import { runCommand } from './command.ts'

await runCommand({
  name: 'npm run mock --',
  onStart: async (mock) => {
    const { reloadOnChange } = await import('./reload-on-change.ts')
    const say = (line: string) => process.stdout.write(`${line}\n`)
    return reloadOnChange(mock, new URL('../openapi/', import.meta.url), say)
  },
})
