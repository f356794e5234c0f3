import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A folder whose disk can be filled. */
export type FillableDisk = {
  path: string
  /** Description for the report. */
  how: string
  /** Whether it is a file system of its own, which is full for every process. */
  isMounted: boolean
  /** Makes writes of a process fail. */
  fill(pid: number): void
  /** Lets the process write again. */
  free(pid: number): void
  remove(): void
}

const run = (program: string, ...args: string[]): boolean => {
  try {
    execFileSync(program, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Size of the file system by default; its file is sparse. */
const defaultBytes = 6 * 1024 ** 3

/** Mounts a file system in a file, which can be full without filling the machine's disk. Needs root. */
const loopDisk = (folder: string, bytes: number): FillableDisk | undefined => {
  const [image, path] = [join(folder, 'disk.img'), join(folder, 'disk')]
  mkdirSync(path)
  writeFileSync(image, '')
  truncateSync(image, bytes)
  const isMade =
    run('mkfs.ext4', '-q', '-F', '-m', '0', image) && run('mount', '-o', 'loop', image, path)
  if (!isMade) {
    rmSync(image)
    rmSync(path, { recursive: true })
    return undefined
  }
  const unmount = () => {
    run('umount', '--lazy', path)
  }
  // Unmount before the folder is removed.
  process.prependOnceListener('exit', unmount)
  const ballast = join(path, 'ballast')
  return {
    path,
    isMounted: true,
    how: 'ENOSPC, on a mounted file system',
    fill: () => {
      const { bavail, bsize } = statfsSync(path)
      // The server may write meanwhile: allocate smaller and smaller pieces until nothing is left.
      for (let i = 0, size = bavail * bsize; size >= bsize; i++)
        if (!run('fallocate', '--length', String(size), `${ballast}${i}`))
          size = Math.floor(size / 2)
        else size = Math.min(size, statfsSync(path).bavail * bsize)
    },
    free: () => {
      for (let i = 0; i < 1000; i++) rmSync(`${ballast}${i}`, { force: true })
      // ext4 frees blocks with its journal's next commit, which may be seconds away.
      run('sync', '--file-system', path)
    },
    remove: () => {
      unmount()
      process.off('exit', unmount)
    },
  }
}

/** Limits the file size of a process: the closest to a full disk without root. */
const limitedFiles = (path: string): FillableDisk | undefined =>
  run('prlimit', '--version')
    ? {
        path,
        isMounted: false,
        how: 'EFBIG, by a limit on file size',
        fill: (pid) => {
          run('prlimit', '--pid', String(pid), '--fsize=0:')
        },
        free: (pid) => {
          run('prlimit', '--pid', String(pid), '--fsize=unlimited:')
        },
        remove: () => {},
      }
    : undefined

/** @returns undefined where neither way works. */
export const fillableDisk = (folder: string, bytes = defaultBytes): FillableDisk | undefined =>
  loopDisk(folder, bytes) ?? limitedFiles(folder)
