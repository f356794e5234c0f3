import { get } from 'node:https'

/** Requests a URL with Node's default settings and ignores the result. */
get(process.argv[2] ?? '', (response) => response.resume()).on('error', () => {})
