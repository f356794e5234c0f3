import { startMock } from '../../contract-tests/own/mock-target.ts'
import { serveExamples } from '../../mock/examples/serve.ts'
import type { State, Surface } from './surface.ts'

/** The example page, on the mock and without a process. */
export const openExample = async (): Promise<Surface> => {
  const mock = await startMock({ stateful: true })
  const { address, stop } = await serveExamples({ port: 0, server: mock.url })
  const at = (name: string, path: string, text: string): State => ({
    name,
    show: async (page) => {
      await page.goto(`${address}${path}`)
      await page.getByText(text).first().waitFor()
    },
  })
  const url = `/?url=${mock.url}&key=`
  return {
    close: async () => {
      await stop()
      await mock.stop()
    },
    states: [
      at('contacts', `${url}${mock.key}`, '200'),
      at('wrong-key', `${url}wrong`, '401'),
      at('without-process', '/with-msw.html', '200'),
    ],
  }
}
