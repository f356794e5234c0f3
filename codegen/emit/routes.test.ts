import { OpenAPIHono } from '@hono/zod-openapi'
import { expect, test } from 'vitest'
import * as routes from '../../generated/routes.ts'

test('a route works with app.openapi and validates input', async () => {
  const app = new OpenAPIHono()
  app.openapi(routes.listProducts, (context) => {
    const { limit, offset } = context.req.valid('query')
    return context.json({ message: `${limit} from ${offset}` }, 400)
  })
  expect(await (await app.request('/v1/products/list?limit=7')).json()).toEqual({
    message: '7 from 0',
  })
  expect((await app.request('/v1/products/list?limit=x')).status).toBe(400)
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: { title: 'T', version: '1' },
  })
  expect(document.paths?.['/v1/products/list']?.get).toMatchObject({
    operationId: 'listProducts',
    security: [{ apiKey: [] }],
  })
})
