import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readyMilliseconds } from '../../server/cli/ready.ts'
import { lookupMilliseconds } from '../../server/cli/webhooks/listen.ts'
import { newest } from '../../server/cli/webhooks/trigger.ts'
import { mostOfOneSku } from '../../server/domain/cart.ts'
import { mostContactsOfEmail } from '../../server/domain/contact.ts'
import {
  linkInterval,
  linkLifetime,
  maxLinks,
  sessionLifetime,
} from '../../server/domain/portal.ts'
import * as email from '../../server/email/mailer.ts'
import { maxWaitMilliseconds } from '../../server/events/dispatch/delivery-queue.ts'
import { deliveryLimits, retryMilliseconds } from '../../server/events/dispatch/dispatcher.ts'
import * as egress from '../../server/events/egress/egress.ts'
import { dnsLimits } from '../../server/events/egress/names.ts'
import { cacheMilliseconds } from '../../server/events/listeners/listeners.ts'
import { listenerLimits, maxQueuedBytes } from '../../server/events/listeners/with-listeners.ts'
import { jsonLimits, maxBodyBytes, mostParameters } from '../../server/http/api/input.ts'
import { longestWait, quietMilliseconds } from '../../server/http/connection/close-server.ts'
import { defaultLimits as http } from '../../server/http/connection/http-server.ts'
import { maxUnsaved } from '../../server/http/rate-limit/budget-sync.ts'
import { defaultBytes } from '../../server/http/rate-limit/recent-windows.ts'
import * as rows from '../../server/intake/files/read-csv.ts'
import * as lines from '../../server/intake/files/read-orders.ts'
import { maxSeconds, turnMilliseconds } from '../../server/intake/shipstation/poller.ts'
import {
  maxAttempts,
  responseLimits as provider,
} from '../../server/intake/shipstation/shipstation-v1-client.ts'
import { firstDays, overlap } from '../../server/intake/shipstation/sync.ts'
import { maxShopBytes } from '../../server/intake/shop.ts'
import { everyMilliseconds, graceMilliseconds } from '../../server/process/start.ts'
import { maxFormBytes } from '../../server/sites/kit/forms.ts'
import { probeMilliseconds } from '../../server/store/engine/fault-monitor.ts'
import * as claims from '../../server/store/postgres/claims.ts'
import * as watch from '../../server/store/postgres/connection-watch.ts'
import * as connector from '../../server/store/postgres/connector.ts'
import { periodMilliseconds as postgresPeriod } from '../../server/store/postgres/postgres-request-log.ts'
import {
  conflictMilliseconds,
  defaultSettleMilliseconds,
} from '../../server/store/postgres/postgres-store.ts'
import { limitMilliseconds } from '../../server/store/postgres/request-limit.ts'
import { stuckMilliseconds } from '../../server/store/postgres/write-connections.ts'
import { busyMilliseconds } from '../../server/store/sqlite/sqlite-connection.ts'
import { periodMilliseconds as sqlitePeriod } from '../../server/store/sqlite/sqlite-request-log.ts'
import { checkMilliseconds, minFreeBytes } from '../../server/store/sqlite/sqlite-store.ts'
import { rowsOf } from './chapters.ts'

type Unit = readonly [name: string, size: number]

const times: readonly Unit[] = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1000],
  ['ms', 1],
]
const sizes: readonly Unit[] = [
  ['MiB', 2 ** 20],
  ['KiB', 1024],
  ['bytes', 1],
]

/** Formats an amount in the largest unit of which it has one or more, and no other part than a half. */
const inUnits = (units: readonly Unit[], amount: number): string => {
  const fits = ([, each]: Unit) => amount >= each && Number.isInteger((amount * 2) / each)
  const [name, size] = units.find(fits) ?? ['', 1]
  return `${amount / size} ${name}`
}
const time = (milliseconds: number) => inUnits(times, milliseconds)
const size = (bytes: number) => inUnits(sizes, bytes)
const count = (number: number) => number.toLocaleString('en')

const limits = {
  'time for the TLS handshake': time(http.handshakeTimeout),
  'time for the headers of a request': time(http.headersTimeout),
  'time for a whole request': time(http.requestTimeout),
  'time in which a client reads its response': time(http.responseTimeout),
  'time without a byte in either direction': time(http.idleTimeout),
  'pause between two checks of these times': time(http.checkInterval),
  'time in which the client reads the response to a malformed request': time(http.lingerTimeout),
  'request line and headers': size(http.maxHeaderBytes),
  headers: count(http.maxHeaders),
  'pipelined requests that wait': count(http.maxPipelined),
  'query parameters': count(mostParameters),
  body: size(maxBodyBytes),
  'levels of a JSON body': count(jsonLimits.depth),
  'values in a JSON body': count(jsonLimits.values),
  form: size(maxFormBytes),
  'time in which `merch ready` waits for the response': time(readyMilliseconds),
  'contacts of a campaign with one email address': count(mostContactsOfEmail),

  'time of a delivery': time(egress.attemptMilliseconds),
  'time for a DNS server to respond': time(dnsLimits.timeout),
  'attempts to ask a DNS server': count(dnsLimits.tries),
  'response to a delivery': size(egress.maxResponseBytes),
  'deliveries in progress': count(deliveryLimits.slots),
  'deliveries of a subscription in progress': count(deliveryLimits.perLane),
  'waiting deliveries of an account': count(deliveryLimits.waiting),
  'time that a delivery waits': time(maxWaitMilliseconds),
  'tests of subscriptions in progress': count(deliveryLimits.tests),
  'pause between two searches for deliveries that other processes have left':
    time(everyMilliseconds),
  'pause until a claimed delivery is tried again after an error of the database':
    time(retryMilliseconds),
  'pause between two questions whether a claim with a lost response was committed': time(
    claims.againMilliseconds,
  ),
  'deliveries to listeners in progress': count(listenerLimits.slots),
  'deliveries to a listener in progress': count(listenerLimits.perLane),
  'time until a new listener receives events': time(cacheMilliseconds),
  'memory for deliveries that wait for listeners': size(maxQueuedBytes),
  'time to resolve the host of `--forward-to`': time(lookupMilliseconds),
  'time to send an email': time(email.attemptMilliseconds),

  'wait for another process that writes to a SQLite file': time(busyMilliseconds),
  'free space on the disk of a SQLite file, to be ready again after an error': size(minFreeBytes),
  'pause between two checks that the files of an open SQLite database were not replaced':
    time(checkMilliseconds),
  'time of a statement on PostgreSQL': time(connector.statementMilliseconds),
  'time of all statements of a request on PostgreSQL': time(limitMilliseconds),
  'time of a transaction on PostgreSQL while others wait for a connection': time(stuckMilliseconds),
  'time in which a write on PostgreSQL that conflicts with others is tried again':
    time(conflictMilliseconds),
  'time from the commit on PostgreSQL to the response, if a subscription is changed, rotated or deleted':
    time(defaultSettleMilliseconds),
  'time without a response of PostgreSQL, after which a connection counts as lost': time(
    connector.responseMilliseconds,
  ),
  'time without a response, after which PostgreSQL is asked on another connection': time(
    watch.silentMilliseconds,
  ),
  'pause between two such checks': time(watch.periodMilliseconds),
  'time for one host of several to respond, until the next one is tried too': time(
    connector.headStartMilliseconds,
  ),
  'pause between two attempts to connect': time(connector.againMilliseconds),
  'time without a statement, after which PostgreSQL releases the locks of a transaction': time(
    connector.idleMilliseconds,
  ),
  'pause between two probes of a database that failed': time(probeMilliseconds),

  'memory for the counts of addresses': size(defaultBytes),
  'pause between two exchanges of counts with the other processes of a SQLite file':
    time(sqlitePeriod),
  'pause between two exchanges of counts with the other processes of a PostgreSQL database':
    time(postgresPeriod),
  'counts that wait while the database cannot be written': count(maxUnsaved),

  'lifetime of a sign-in link': time(linkLifetime),
  'pause between two sign-in links of an account': time(linkInterval),
  'unused sign-in links of an account': count(maxLinks),
  'lifetime of a session': time(sessionLifetime),
  'units of one SKU that a recipient can have': count(mostOfOneSku),

  'shop file in YAML or JSON': size(maxShopBytes),
  'row of a CSV file, with the line breaks in quotes': size(rows.mostBytes),
  'line of a file': size(lines.mostBytes),
  "time of a provider's response": time(provider.milliseconds),
  'response of a provider': size(provider.maxBytes),
  'pause between two polls after failures': time(maxSeconds * 1000),
  'attempts of a request that a provider limits': count(maxAttempts),
  'orders of a first poll reach back': `${firstDays} days`,
  'time that each poll overlaps the one before': time(overlap),
  'time without a sign of the server that polls, after which another one does':
    time(turnMilliseconds),
  'orders that `merch webhooks trigger` searches for the event': count(newest.limit),

  'time for clients and deliveries in progress': time(graceMilliseconds),
  'time that a stop still accepts connections on their way': time(longestWait),
  'time that an idle connection stays open for a request on its way': time(quietMilliseconds),
}

test('docs/limits.md has the limits of the code', () => {
  const page = readFileSync(new URL('../../docs/limits.md', import.meta.url), 'utf8')
  const documented = page
    .trimEnd()
    .split('\n\n## ')
    .flatMap((section) => rowsOf(section, 'limit'))
  expect(documented.map(([name, value]) => `${name}: ${value}`)).toEqual(
    Object.entries(limits).map(([name, value]) => `${name}: ${value}`),
  )
})
