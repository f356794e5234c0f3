import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A copy of the committed files, in which faults are planted. */
export type WorkingCopy = { folder: string; remove(): void }

const git = (args: string[]): void => {
  const { status, stderr } = spawnSync('git', args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`git ${args[0]} failed: ${stderr.trim()}`)
}

/**
 * Copies the files of the last commit into a temporary folder.
 * @param root the project's folder, whose node_modules the copy shares.
 * @throws {Error} if the project is not a Git repository.
 */
export const copyCommitted = (root: string): WorkingCopy => {
  const folder = join(mkdtempSync(join(tmpdir(), 'merch-faults-')), 'copy')
  git(['-C', root, 'worktree', 'add', '--detach', '--quiet', folder])
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    remove() {
      git(['-C', root, 'worktree', 'remove', '--force', folder])
      rmSync(join(folder, '..'), { recursive: true, force: true })
    },
  }
}
