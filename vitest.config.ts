import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{.ci,openapi,codegen,server,contract-tests,bench}/**/*.test.ts'],
    reporters: ['default', './.ci/totals-reporter.ts'],
  },
})
