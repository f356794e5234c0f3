import { get } from 'node:https'

/** A program that asks for a page as Node does by itself, and ends whatever comes of it. */
get(process.argv[2] ?? '', (response) => response.resume()).on('error', () => {})
