/** Marks a test file that runs on each database, when it runs on PostgreSQL. */
const mark = '#postgres'

/** Returns what identifies a run of a test file in the project `postgres`. */
export const onPostgresId = (path: string): string =>
  path.endsWith('.postgres.test.ts') ? path : `${path}${mark}`
