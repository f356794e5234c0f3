// Generated from the OpenAPI document. Do not edit.

/**
 * An event of a stream with more than its data.
 * @example
 * yield new ServerSentEvent({ inside: 3 }, { id: '7', event: 'visitors' })
 * yield new ServerSentEvent(undefined, { comment: 'still here' })
 */
export class ServerSentEvent<Data = undefined> {
  readonly data: Data
  readonly fields: EventFields
  constructor(data: Data, fields: EventFields = {}) {
    this.data = data
    this.fields = fields
  }
}

/** The fields of an event besides its data (WHATWG HTML §9.2). */
export type EventFields = {
  /** The name that clients listen to. Default: `message`. */
  event?: string | undefined
  /** What a client sends in `Last-Event-ID` when it connects again. */
  id?: string | undefined
  /** Milliseconds that a client waits before it connects again. */
  retry?: number | undefined
  /** A text that clients ignore. Without data it keeps an idle connection open. */
  comment?: string | undefined
}
