import { createMock } from '@merch-fulfillment/mock'
import { demoKeys } from '@merch-fulfillment/mock/keys'
import { handlers } from '@merch-fulfillment/mock/msw'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { App } from './app.tsx'

// Long enough for a busy machine.
configure({ asyncUtilTimeout: 20_000 })

const url = 'http://api.example.test'
const mock = createMock({ baseUrl: url })
const server = setupServer(...handlers({ url, mock }))
beforeAll(() => server.listen())
afterEach(async () => {
  cleanup()
  await mock.control.reset()
})
afterAll(async () => {
  server.close()
  await mock.stop()
})

const open = (apiKey: string = demoKeys.demo) => render(<App api={url} apiKey={apiKey} />)

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const order = async (quantity: string) => {
  await screen.findByText('Order')
  fill('Quantity', quantity)
  fill('Recipient’s email', 'ada@example.com')
  fireEvent.click(screen.getByText('Order'))
}

test('lists contacts and orders of the campaign', async () => {
  open()
  expect((await screen.findAllByText(/maya\.lindqvist@example\.com/)).length).toBeGreaterThan(0)
  expect((await screen.findAllByText('Cancel')).length).toBe(5)
})

test('an order is listed after it was placed; a shortage is shown', async () => {
  open()
  await order('1')
  expect(await screen.findByText(/AWAITING_SHIPMENT, ada@example\.com/)).toBeDefined()
  await order('100000')
  expect(await screen.findByText(/^Not enough stock/)).toBeDefined()
})

test('a key that is not valid is reported, and a failure of the service', async () => {
  open(demoKeys.revoked)
  expect(await screen.findByText(/The key is not valid/)).toBeDefined()
  cleanup()
  await mock.control.queue({ operation: 'listCampaigns', status: 500 })
  open()
  expect(await screen.findByText('Internal server error')).toBeDefined()
  cleanup()
  await mock.control.queue({ operation: 'listCampaigns', drop: 'before' })
  open()
  expect(await screen.findByText(/cannot be reached/)).toBeDefined()
})
