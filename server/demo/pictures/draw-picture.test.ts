import { expect, test } from 'vitest'
import { z } from 'zod'
import { ProductVariant } from '../../../generated/schemas.ts'
import { testServer } from '../../testing/test-server.ts'

test('every image URL of the demo is an SVG without scripts', async () => {
  const server = await testServer()
  const { body } = await server.get('/v1/products/list?limit=1000')
  const urls = z.array(ProductVariant).parse(body)
  const images = new Set(urls.flatMap(({ imageUrl }) => imageUrl ?? []))
  expect(images.size).toBeGreaterThan(20)
  for (const url of images) {
    expect(url.startsWith(`${server.url}/cdn/`)).toBe(true)
    const path = new URL(url).pathname
    const { status, headers, text } = await server.request({ path, key: null, unchecked: true })
    expect([path, status]).toEqual([path, 200])
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=2592000',
      'content-security-policy': "default-src 'none'",
    })
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).not.toMatch(/undefined|NaN|<script|href/)
  }
})

test.each(['mug', 'mug-pink.svg', 'car-red.svg', 'mug-white.png', '..%2fmug-white.svg', '%ZZ'])(
  '%s is a 404',
  async (file) => {
    const server = await testServer({ demo: false })
    const path = `/cdn/${file}`
    const { status, body } = await server.request({ path, key: null, unchecked: true })
    expect([status, body]).toEqual([404, { message: 'Not found' }])
  },
)
