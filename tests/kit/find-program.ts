import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/** Returns the path of a program in PATH, or undefined if it is not installed. */
export const findProgram = async (name: string): Promise<string | undefined> => {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const file = join(folder, name)
    const isExecutable = await access(file, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (isExecutable) return file
  }
  return undefined
}
