import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../../../contract-tests/own/temporary-folder.ts'
import { endConnections } from '../../../contract-tests/support/http.ts'
import { inconsistencies } from '../consistency.ts'
import { deliveringTo } from '../delivering-to.ts'
import { type Line, resident } from '../measured-server.ts'
import { seedShops } from '../shops.ts'
import { growth, type Held, inWords } from '../soak/memory.ts'
import { makeCertificate } from '../tls.ts'
import { type Counts, clients, GivenUp } from './clients.ts'
import { customers } from './customers.ts'
import { faults as newFaults } from './faults.ts'
import { holdOrders } from './held-orders.ts'
import { Known } from './known.ts'
import { lives } from './lives.ts'
import { lookUp } from './look-up.ts'
import { pacer } from './pacer.ts'
import { scheduleOf } from './schedule.ts'
import { smallDisk } from './small-disk.ts'
import { startSubscriber } from './subscriber.ts'
import { lifeTable } from './table.ts'

/** How many requests are under way at the most. */
const together = 32
/** What of the machine's most is held. */
const share = 0.8
/** What may be kept more in the last third of the quiet time than in the first, in bytes. */
const mostKept = 4 * 1024 * 1024
const mostResidentMore = 64 * 1024 * 1024

const dropped = 'a delivery failed and is dropped'
const mebibytes = (bytes: number) => `${(bytes / 1024 / 1024).toFixed(1)} MiB`

type Options = { minutes: number; say: (line: string) => void }

/**
 * Holds a server under load while it is killed, stopped and out of disk, and looks whether everything
 * that it has acknowledged is there.
 * @returns what does not hold.
 */
export const underLoad = async ({ minutes, say }: Options): Promise<string[]> => {
  const problems: string[] = []
  const must = (holds: boolean, problem: string) => {
    if (!holds) problems.push(problem)
  }
  const schedule = scheduleOf(minutes)
  const folder = makeFolder()
  const disk = smallDisk(folder.path)
  const file = join(disk?.path ?? folder.path, 'load.db')
  const [shop, otherShop] = await seedShops(file, ['T', 'M', 'C', 'B', 'H', 'S', 'P', 'N'])
  const certificate = makeCertificate()
  const subscriber = await startSubscriber(certificate)
  const faults = newFaults()
  const known = new Known()
  const pace = pacer()

  const counts: Counts = { answered: 0, unanswered: 0, failed: 0 }
  const answered = () => counts.answered
  const running = await lives(file, deliveringTo(folder.path, certificate), faults, () =>
    answered(),
  )
  const { url } = running
  const made = clients({
    url,
    faults,
    counts,
    turn: async () => {
      await pace.turn()
      await running.there()
    },
  })
  const ask = made.askAs(shop.key)
  const other = made.askAs(otherShop.key)
  await ask({
    method: 'POST',
    path: '/v1/webhooks',
    json: {
      url: `${subscriber.url}/all`,
      events: ['order.created', 'order.cancelled', 'invite.viewed', 'invite.redeemed'],
    },
    expected: [201],
  })

  let isOver = false
  const act = customers({ ask, shop, known, other, subscriberUrl: subscriber.url })
  const somebody = async () => {
    while (!isOver)
      try {
        await act()
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error
      }
  }
  const everybody = Promise.all(Array.from({ length: together }, somebody))
  everybody.catch((error: unknown) => {
    problems.push(`a client failed: ${error instanceof Error ? error.stack : error}`)
  })

  // What the machine does: as much as it can, once what is compiled at first is compiled.
  const calibration = Math.min(15, schedule.end / 6)
  await sleep(calibration * 200)
  const counted = answered()
  const from = performance.now()
  await sleep(calibration * 800)
  const most = ((answered() - counted) * 1000) / (performance.now() - from)
  const atMost = made.takeLatencies()
  const rate = most * share
  pace.setRate(rate)
  say(
    `the machine does ${most.toFixed()} requests/s, median ${atMost.median.toFixed(1)} ms, p99 ${atMost.p99.toFixed(1)} ms, with clients, server and subscriber on it; ${rate.toFixed()} are held`,
  )

  const start = performance.now()
  const passed = () => (performance.now() - start) / 1000
  const until = async (seconds: number) => {
    const left = seconds - passed()
    if (left > 0) await sleep(left * 1000)
  }

  for (let next = schedule.killEvery; next < schedule.term; next += schedule.killEvery) {
    await until(next)
    await running.again('SIGKILL')
    say(`${passed().toFixed()} s: killed, and there again`)
  }

  await until(schedule.term)
  const finish = await holdOrders(url, shop, known)
  const ending = running.again('SIGTERM')
  await sleep(200)
  problems.push(...(await finish()))
  const status = await ending
  must(status === 0, `SIGTERM under load ended with ${status}`)
  say(`${passed().toFixed()} s: stopped by SIGTERM with ${status}, and there again`)

  const spans: [number, number][] = []
  if (disk) {
    await until(schedule.full)
    const isFree = faults.fillsUp()
    const before = counts.failed
    const began = Date.now()
    disk.fill(running.server().pid)
    await sleep(schedule.fullFor * 1000)
    disk.free(running.server().pid)
    isFree()
    spans.push([began, Date.now() + 3000])
    await sleep(1000)
    const failed = counts.failed - before
    must(failed > 0, 'the disk was full and nobody noticed')
    say(`${passed().toFixed()} s: the disk was full (${disk.how}): ${failed} requests failed, 500`)
  } else say('the disk cannot be made full here: it takes root, or prlimit')

  await until(schedule.quiet)
  made.takeLatencies()
  await subscriber.take()
  const acknowledgedBefore = known.orders.size
  const samples: Held[] = []
  const residents: number[] = []
  const every = (schedule.end - schedule.quiet) / 30
  const quiet = { from: passed(), answered: answered() }
  for (let at = schedule.quiet; at < schedule.end; at += every) {
    await until(at)
    const held = await running.server().held(1_000_000)
    samples.push({ bytes: held.bytes, handles: 0 })
    residents.push(held.resident)
  }
  await until(schedule.end)
  const held = (answered() - quiet.answered) / (passed() - quiet.from)
  const late = made.takeLatencies()
  isOver = true
  await everybody
  pace.setRate(Number.POSITIVE_INFINITY)

  const grown = growth(samples)
  const grownResident = growth(residents.map((bytes) => ({ bytes, handles: 0 })))
  say(
    `${passed().toFixed()} s: over; in the last ${(schedule.end - schedule.quiet).toFixed()} s ${held.toFixed()} requests/s were answered, median ${late.median.toFixed(1)} ms, p99 ${late.p99.toFixed(1)} ms`,
  )
  say(
    `memory in that time: ${inWords(grown)} more at its end, ${mebibytes(grownResident.bytes)} more resident; ${residents.map((bytes) => (bytes / 1024 / 1024).toFixed()).join(' ')} MiB`,
  )
  must(grown.bytes < mostKept, `memory grows: ${samples.map(inWords).join('; ')}`)
  must(
    grownResident.bytes < mostResidentMore,
    `resident memory grows: ${residents.map(mebibytes).join(' ')}`,
  )

  say(
    `acknowledged: ${known.orders.size} orders, ${[...known.cancelled.values()].filter((is) => is === 'yes').length} cancellations, ${known.contacts.size} contacts, ${known.redeemed.size} redemptions, ${known.webhooks.size} webhooks; ${counts.unanswered} requests were not answered, of ${counts.answered + counts.unanswered}`,
  )
  problems.push(...(await lookUp(known, shop.campaign, ask, other)))
  const last = running.server()
  const pid = last.pid
  say(`the server took ${mebibytes(resident(pid)?.most ?? 0)} at the most`)
  endConnections()
  const exit = await running.end('SIGTERM')
  must(exit === 0, `the last server ended with ${exit}`)
  const { received, created } = await subscriber.take()
  const told = new Set(created)
  const untold = [...known.orders.keys()].slice(acknowledgedBefore).filter((id) => !told.has(id))
  const drops = last.warned(dropped)
  say(
    `deliveries: ${received} received, ${created.length} orders since ${schedule.quiet.toFixed()} s; ${drops} dropped`,
  )
  must(created.length > 0, 'the subscriber received nothing')
  must(untold.length <= drops, `${untold.length} orders were not told, ${drops} deliveries dropped`)
  subscriber.stop()

  const isExpected = ({ time }: Line) => spans.some(([a, b]) => time >= a && time <= b)
  const faultLines = last.faults.filter((line) => !isExpected(line))
  for (const line of faultLines.slice(0, 5))
    problems.push(`the server logged ${JSON.stringify(line)}`)

  for (const row of lifeTable(running.all)) say(row)
  const broken = inconsistencies(file)
  say(
    `integrity_check and ${broken.length === 0 ? 'every law of the database hold' : 'not every law holds'}`,
  )
  problems.push(...broken.slice(0, 10), ...made.problems)
  disk?.remove()
  folder.remove()
  say(problems.length > 0 ? 'it does not hold' : 'it holds')
  return problems
}
