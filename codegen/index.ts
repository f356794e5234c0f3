import * as check from './runtime/check.ts'

export { check }
