import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Creates a temporary folder that is removed at the latest when the process exits. */
export const makeFolder = (): { path: string; remove: () => void } => {
  const path = mkdtempSync(join(tmpdir(), 'merch-contract-'))
  const gone = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', gone)
  return {
    path,
    remove: () => {
      process.off('exit', gone)
      gone()
    },
  }
}
