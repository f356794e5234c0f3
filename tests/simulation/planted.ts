import { registerHooks } from 'node:module'

/** A fault in the server's source, which the simulation must find. */
export type PlantedFault = {
  name: string
  /** The file, from `server/`. */
  file: string
  /** A text that the file contains once, and what replaces it. */
  from: string
  to: string
}

export const plantedFaults: readonly PlantedFault[] = [
  {
    name: 'an error at the end of a read snapshot ends the process',
    file: 'store/sqlite/read-snapshot.ts',
    from: '    } catch {\n      // A transaction that only reads',
    to: '    } catch (error) {\n      throw error\n      // A transaction that only reads',
  },
  {
    name: 'a write is acknowledged although its commit fails',
    file: 'store/sqlite/group-commit.ts',
    from: '      this.#control.commit.run()\n',
    to: '      for (const { job, failed } of outcomes) if (!failed) job.resolve()\n      this.#control.commit.run()\n',
  },
  {
    name: 'one account with silent endpoints takes all places for deliveries',
    file: 'events/dispatch/outbox.ts',
    from: 'Math.ceil((free - this.#runningOf.of(account)) / 2),',
    to: 'free,',
  },
  {
    name: 'a delivery is signed with the secret of an earlier moment',
    file: 'events/dispatch/send-current.ts',
    from: 'const { url } = known ?? (await read())\n  const sign = async () => {\n    const current = await readCurrent(store, read)\n',
    to: 'const current = known ?? (await read())\n  const { url } = current\n  const sign = async () => {\n',
  },
  {
    name: 'a delivery that fails is attempted again',
    file: 'events/dispatch/send-current.ts',
    from: 'return await send(url, sign)',
    to: 'return await send(url, sign).catch(() => send(url, sign))',
  },
  {
    name: 'deliveries that wait are lost in a crash',
    file: 'events/dispatch/dispatcher.ts',
    from: 'pickUp: () => outbox.pickUp(),',
    to: 'pickUp: async () => {},',
  },
  {
    name: 'a delivery goes to a name with one private address',
    file: 'events/egress/egress.ts',
    from: 'found.every(',
    to: 'found.some(',
  },
  {
    name: 'the window of the rate limit is a second too short',
    file: 'http/rate-limit/request-budget.ts',
    from: 'window.expire(second - this.#options.windowSeconds)',
    to: 'window.expire(second - this.#options.windowSeconds + 1)',
  },
  {
    name: 'a request over the rate limit counts',
    file: 'http/rate-limit/request-budget.ts',
    from: '    if (allowed) {',
    to: '    if (allowed || limit > 0) {',
  },
  {
    name: 'a restart forgets the counted requests',
    file: 'http/rate-limit/request-budget.ts',
    from: 'for (const { second, requests } of rows)',
    to: 'for (const { second, requests } of rows.slice(rows.length))',
  },
  {
    name: 'a cancelled order keeps its stock',
    file: 'actions/change-order.ts',
    from: "      stock: { type: 'order_released', sign: -1 },\n",
    to: '',
  },
  {
    name: 'a shipment changes stock without an event',
    file: 'store/inventory.ts',
    from: '  transaction.send(insertEvent, {',
    to: "  if (event.type !== 'order_shipped') transaction.send(insertEvent, {",
  },
  {
    name: 'an account reads the order of another one',
    file: 'store/orders.ts',
    from: "    .where('account_id', '=', slot('account'))\n    .where('id', '=', slot('id'))\n    .select(orderColumns.selection()),",
    to: "    .where((eb) => eb.or([eb('account_id', '=', slot('account')), eb('id', '=', slot('id'))]))\n    .where('id', '=', slot('id'))\n    .select(orderColumns.selection()),",
  },
  {
    name: 'a delivery whose subscription cannot be read is lost silently',
    file: 'events/dispatch/dispatcher.ts',
    from: 'if (!isUnsent(error) || stopping.signal.aborted) throw error\n        await wait(retryMilliseconds)',
    to: "if (!isUnsent(error) || stopping.signal.aborted) throw error\n        throw new UnwantedError('')",
  },
  {
    name: 'the deliveries of a subscription start in the reverse order',
    file: 'store/delivery-queue.ts',
    from: 'a.seq - b.seq',
    to: 'b.seq - a.seq',
  },
  {
    name: 'a revoked key is accepted',
    file: 'store/api-keys.ts',
    from: "    .where('api_keys.revoked_at', 'is', null)\n",
    to: '',
  },
]

/**
 * Changes the source of one file of the server as this thread loads it.
 * @throws when the file does not contain the text to replace exactly once.
 */
export const plant = (name: string): void => {
  const fault = plantedFaults.find((each) => each.name === name)
  if (!fault) throw new Error(`There is no planted fault ${name}`)
  const { href } = new URL(`../../server/${fault.file}`, import.meta.url)
  registerHooks({
    load: (url, context, nextLoad) => {
      const loaded = nextLoad(url, context)
      if (url !== href) return loaded
      const parts = String(loaded.source).split(fault.from)
      if (parts.length !== 2)
        throw new Error(`${fault.file} has ${parts.length - 1} times: ${fault.from}`)
      return { ...loaded, source: parts.join(fault.to) }
    },
  })
}
