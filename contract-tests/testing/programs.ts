import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../../testkit/temporary-folder.ts'

/** Returns a PATH with only these programs, each a shell script or, after a shebang, another script. */
export const programs = (texts: Record<string, string>): string => {
  const folder = temporaryFolder()
  for (const [name, text] of Object.entries(texts))
    writeFileSync(join(folder, name), text.startsWith('#!') ? text : `#!/bin/sh\n${text}\n`, {
      mode: 0o755,
    })
  return folder
}
