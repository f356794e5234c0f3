import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { shippingAddress } from '../../testing/recipient-browser.ts'
import { openShop, ordersOf } from '../../testing/redemption-page.ts'

/** Returns the accessible name of the focused element. */
const focused = (page: Page): Promise<unknown> =>
  page.evaluate(`(() => {
    const { activeElement: element } = document
    const label = element.labels?.[0] ?? element
    return label.innerText.replaceAll(/\\s+/g, ' ').trim()
  })()`)

/** Presses Tab until an element has the focus. Each focus on the way must be visible. */
const tabTo = async (page: Page, name: RegExp): Promise<void> => {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab')
    const isVisible = await page.evaluate(`(() => {
      const { activeElement: element } = document
      return [element, element.closest('label')].some(
        (each) => each && getComputedStyle(each).outlineStyle !== 'none',
      )
    })()`)
    expect(isVisible, `the focus is visible on ${await focused(page)}`).toBe(true)
    if (name.test(String(await focused(page)))) return
  }
  throw new Error(`Tab does not lead to ${name}`)
}

test('works with the keyboard alone', async (context) => {
  const { page, problems, server, link } = await openShop(context)
  await page.goto(link)
  await tabTo(page, /^Skip to the content$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Add to cart Product T$/)
  await page.keyboard.press('Enter')
  await page.getByText('In your cart').waitFor()
  expect(await focused(page)).toBe('Add to cart Product T')
  await tabTo(page, /One more Product T$/)
  for (let units = 2; units <= 10; units++) await page.keyboard.press('Enter')
  await page.locator('#cart-status', { hasText: '10 items' }).waitFor({ state: 'attached' })
  // The button of the largest quantity is disabled.
  expect(await focused(page)).toMatch(/One fewer Product T$/)
  await tabTo(page, /^Add to cart Product M$/)
  await page.keyboard.press('Enter')
  await tabTo(page, /^Remove Product M$/)
  await page.keyboard.press('Space')
  await expect.poll(() => focused(page)).toMatch(/^Your cart/)
  await tabTo(page, /^Check out$/)
  await page.keyboard.press('Enter')
  await page.waitForURL(/checkout$/)
  await tabTo(page, /^Last name$/)
  await page.keyboard.type(shippingAddress.lastName)
  await page.keyboard.press('Enter')
  await page.getByText('There are 4 problems').waitFor()
  for (const [label, text] of [
    ['Street and number', shippingAddress.street1],
    ['Postal code', shippingAddress.zip],
    ['City', shippingAddress.city],
    ['Country', 'United K'],
  ] as const) {
    await tabTo(page, new RegExp(`^(Enter|Choose) your ${label.toLowerCase()}$`))
    await page.keyboard.press('Enter')
    await page.keyboard.type(text)
    await page.evaluate('document.querySelector(".notice").focus()')
  }
  await tabTo(page, /^Place order$/)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Thank you, Ada' }).waitFor()
  expect(await ordersOf(server, shippingAddress.email)).toHaveLength(1)
  expect(problems).toEqual([])
})
