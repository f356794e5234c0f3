import { expect, test } from 'vitest'
import { banner } from './banner.ts'

const listensOn = 'http://127.0.0.1:8080'

test('the banner says where the server listens, and where clients reach it if that is elsewhere', () => {
  const started = { listensOn, demo: undefined, isEmpty: false }
  const here = banner({ ...started, address: listensOn })
  expect(here).toMatch(/^merch-fulfillment is listening on http:\/\/127\.0\.0\.1:8080\n\n/)
  const elsewhere = banner({ ...started, address: 'https://api.example.com' })
  expect(elsewhere).toContain(`${listensOn}\nClients reach it at https://api.example.com\n`)
  expect(elsewhere).toContain('https://api.example.com/docs\n')
  expect(elsewhere).not.toMatch(/account|Bearer/)
})

test('the banner says how to begin with an empty database, or has the key to the demo data', () => {
  const started = { listensOn, address: listensOn }
  const empty = banner({ ...started, demo: undefined, isEmpty: true })
  expect(empty).toContain('merch accounts create')
  expect(empty).not.toContain('Bearer')
  const demo = { key: 'mfk_1', inviteUrl: 'http://127.0.0.1:8080/i/x' }
  const seeded = banner({ ...started, demo, isEmpty: false })
  expect(seeded).toContain("curl -H 'Authorization: Bearer mfk_1'")
  expect(seeded).toContain(`\n  ${demo.inviteUrl}\n`)
})
