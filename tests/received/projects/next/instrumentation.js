export async function register() {
  if (process.env.NEXT_RUNTIME !== 'nodejs') return
  const { createMock } = await import('@merch-fulfillment/mock')
  await createMock({ baseUrl: process.env.MERCH_URL }).listen({ port: process.env.MERCH_PORT })
}
