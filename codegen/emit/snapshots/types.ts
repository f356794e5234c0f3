// Generated from the OpenAPI document by `npm run generate`. Do not edit.

export interface paths {
  '/books': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    /** List books */
    get: operations['listBooks']
    put?: never
    /** Add a book */
    post: operations['addBook']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
  '/books/{isbn}': {
    parameters: {
      query?: never
      header?: never
      path: {
        isbn: string
      }
      cookie?: never
    }
    /** Get a book */
    get: operations['getBook']
    /** Tag a book */
    put: operations['tagBook']
    post?: never
    /**
     * Remove a book
     * @deprecated
     */
    delete: operations['removeBook']
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface webhooks {
  'book.lent': {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    get?: never
    put?: never
    /**
     * A book was lent
     * @description Somebody took a book
     *     home.
     *
     *     Sent at once.
     */
    post: operations['bookLent']
    delete?: never
    options?: never
    head?: never
    patch?: never
    trace?: never
  }
}
export interface components {
  schemas: {
    /**
     * @example poetry
     * @enum {string}
     */
    Genre: 'novel' | 'poetry'
    Error: {
      errors: string[]
    }
    Reason: {
      /** @example Shelf is full */
      reason: string
    }
    Problem: components['schemas']['Error'] | components['schemas']['Reason']
    /** @description A book. */
    Book: {
      /** @example 9780000000002 */
      isbn: string
      /** @example A book */
      title: string
      /** @example 9.5 */
      price: number
      pages: number | null
      genre: components['schemas']['Genre']
      'lent-to': string | null
      edition?: string
      size: {
        /** @example 12 */
        width: number
        /** @example 19 */
        height: number
      }
      format?: 'paper' | number
      anything?: {
        [key: string]: unknown
      }
    }
    NewBook: {
      title: string
      isForSale: boolean
      price?: number
    }
    Lent: {
      isbn: string
      until: null
      nothing?: unknown
    }
  }
  responses: {
    /** @description Refused. */
    Refused: {
      headers: {
        [name: string]: unknown
      }
      content: {
        'application/json': components['schemas']['Problem']
      }
    }
  }
  parameters: {
    limit: number
  }
  requestBodies: never
  headers: never
  pathItems: never
}
export type $defs = Record<string, never>
export interface operations {
  listBooks: {
    parameters: {
      query: {
        limit?: components['parameters']['limit']
        minPrice?: number
        minTemperature?: number
        lent?: boolean
        genre?: components['schemas']['Genre']
        author?: string[]
        shelf: string
      }
      header?: never
      path?: never
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Books. */
      200: {
        headers: {
          'X-Total': number
          'X-Next'?: string
          'Cache-Control': 'no-store'
          'X-Edge': string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Book'][]
        }
      }
      400: components['responses']['Refused']
      /** @description Closed. */
      503: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/plain': string
        }
      }
    }
  }
  addBook: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['NewBook']
      }
    }
    responses: {
      /** @description Added. */
      201: {
        headers: {
          Location: string
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Book']
        }
      }
      400: components['responses']['Refused']
    }
  }
  getBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        isbn: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description The book. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'application/json': components['schemas']['Book']
        }
      }
      /** @description None. */
      404: {
        headers: {
          [name: string]: unknown
        }
        content: {
          'text/plain': 'No such book'
        }
      }
    }
  }
  tagBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        isbn: string
      }
      cookie?: never
    }
    requestBody?: {
      content: {
        'application/json': {
          tag: string
        }
      }
    }
    responses: {
      /** @description What the book is tagged with. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content: {
          /**
           * @example {
           *       "new": 1
           *     }
           */
          'application/json': {
            [key: string]: number
          }
        }
      }
    }
  }
  removeBook: {
    parameters: {
      query?: never
      header?: never
      path: {
        isbn: string
      }
      cookie?: never
    }
    requestBody?: never
    responses: {
      /** @description Removed. */
      204: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
  bookLent: {
    parameters: {
      query?: never
      header?: never
      path?: never
      cookie?: never
    }
    requestBody: {
      content: {
        'application/json': components['schemas']['Lent']
      }
    }
    responses: {
      /** @description Noted. */
      200: {
        headers: {
          [name: string]: unknown
        }
        content?: never
      }
    }
  }
}
