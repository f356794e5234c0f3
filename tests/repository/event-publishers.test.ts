import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The product files, without tests, whose text matches a pattern. */
const matching = (pattern: RegExp): string[] =>
  ['server', 'mock', 'contract-tests/own']
    .flatMap((folder) =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
        join(folder, name),
      ),
    )
    .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|\/testing\//.test(path))
    .filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')))
    .toSorted()

test('Only actions publish events, and dispatchers forward them', () => {
  const uses = /\.publish(AndWait)?\(|\{[^{}():]*\bpublish(AndWait)?\b[^{}():]*\}/
  expect(matching(uses)).toEqual([
    'mock/receivers.ts',
    'server/actions/actions.ts',
    'server/events/dispatch/dispatcher.ts',
  ])
})

test('Only actions and past events create the payloads of orders and invites', () => {
  const creates =
    /\b(unshippedEvent|shippedEvent|orderEvent|inviteViewed|cartUpdated|inviteRedeemed)\(/
  expect(matching(creates).filter((path) => !path.startsWith('server/actions/'))).toEqual([
    'server/events/payloads/past-invite-event.ts',
    'server/events/payloads/past-order-event.ts',
    'server/events/payloads/payload.ts',
  ])
})
