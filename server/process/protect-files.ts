import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'
import { tightenPermissions } from '../store/sqlite/tighten-permissions.ts'

/** Returns the folder for emails that cannot be sent. */
export const outboxOf = ({ databaseFile }: Config): string => join(dirname(databaseFile), 'outbox')

/** Removes the access of other users to existing files with personal data. */
export const protectFiles = (config: Config, log: Logger): void => {
  const { changed, failed } = tightenPermissions(config.databaseFile, outboxOf(config))
  if (changed.length > 0)
    log.warn(
      { files: changed.length },
      'other users could read the database or emails; removed their access',
    )
  if (failed.length > 0)
    log.warn({ files: failed }, 'other users can read these files; run chmod go= on them')
}
