import { readFileSync, writeFileSync } from 'node:fs'
import type { Config } from '../config.ts'

/** Writes where clients reach the server beside its SQLite file, for commands that have other settings. */
export const noteAddress = (config: Config): void => {
  if (config.postgres) return
  try {
    writeFileSync(fileOf(config), config.baseUrl, { mode: 0o600 })
  } catch {
    // On a full disk, commands use their own settings.
  }
}

function fileOf({ databaseFile }: Config): string {
  return `${databaseFile}.address`
}

/** Returns where clients reach the server: `BASE_URL`, or the latest server on the file. */
export const addressOfServer = (config: Config): string => {
  const { baseUrl, listensOn, postgres } = config
  if (postgres || baseUrl !== listensOn) return baseUrl
  try {
    return readFileSync(fileOf(config), 'utf8')
  } catch {
    return baseUrl
  }
}
