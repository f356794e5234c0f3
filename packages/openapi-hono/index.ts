import * as check from './runtime/check.ts'

export { mountGuarded, mountLayer } from './runtime/mount.ts'
export { check }
