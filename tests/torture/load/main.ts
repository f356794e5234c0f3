import { parseArgs } from 'node:util'
import { runKills } from './kills.ts'
import { runLoad } from './run.ts'

const usage = `Usage: npm run test:load -- [--minutes N] [--database postgres]
       npm run test:load -- [--kills N] [--database postgres [--database-kills N]]

Measures the capacity of the machine in requests/s of customers who read, order, cancel and redeem,
and sends 80 % of that for N minutes (10). In the first half the server is killed every 20 s, stopped by
SIGTERM, and its disk is full once. Fails when an acknowledged record is lost, a response is outside the
document, the database is inconsistent or memory grows.

With --kills, kills the server N times at random moments instead. Fails also when an event of an
acknowledged order is delivered twice, or was neither delivered nor in progress at a kill of the
server. With --database-kills, kills PostgreSQL N times too.

With --database postgres, starts a PostgreSQL server for the data. Its disk is full instead of the
server's, which needs root.
`

const say = (line: string) => process.stdout.write(`${line}\n`)

/** @throws if a text is no whole number. */
const whole = (name: string, text = '0'): number => {
  if (!/^[0-9]{1,6}$/.test(text)) throw new Error(`--${name} must be a whole number`)
  return Number(text)
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    kills: { type: 'string' },
    database: { type: 'string', default: 'sqlite' },
    'database-kills': { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) say(usage)
else {
  const minutes = Number(values.minutes)
  if (!(minutes >= 0.1 && minutes <= 600)) throw new Error('--minutes must be from 0.1 to 600')
  const onPostgres = values.database === 'postgres'
  if (!onPostgres && values.database !== 'sqlite')
    throw new Error('--database must be sqlite or postgres')
  const hasKills = values.kills !== undefined || values['database-kills'] !== undefined
  if (!onPostgres && values['database-kills'] !== undefined)
    throw new Error('--database-kills needs --database postgres')
  const problems = await (hasKills
    ? runKills({
        kills: whole('kills', values.kills),
        databaseKills: whole('database-kills', values['database-kills']),
        onPostgres,
        say,
      })
    : runLoad({ minutes, onPostgres, say }))
  for (const problem of problems) {
    process.stderr.write(`${problem}\n`)
    process.exitCode = 1
  }
}
