import type { Plugin } from '@redocly/openapi-core'
import { announcedEnd } from './announced-end.ts'
import { boundedIntegers } from './bounded-integers.ts'
import { closedResponses } from './closed-responses.ts'
import { declaresBadRequest } from './declares-bad-request.ts'
import { keyCase } from './key-case.ts'
import { namedExamples } from './named-examples.ts'
import { notFoundOnlyOn } from './not-found-only-on.ts'
import { portablePatterns } from './portable-patterns.ts'
import { provenance } from './provenance.ts'
import { requestBodyRequired } from './request-body-required.ts'
import { responseHeaders } from './response-headers.ts'
import { successStatus } from './success-status.ts'
import { unauthorizedIsPlainText } from './unauthorized-is-plain-text.ts'

/** Provides the lint rules for the specification. `redocly.yaml` configures the operations that they apply to. */
export default function plugin(): Plugin {
  return {
    id: 'merch',
    rules: {
      oas3: {
        'announced-end': announcedEnd,
        'bounded-integers': boundedIntegers,
        'closed-responses': closedResponses,
        'declares-bad-request': declaresBadRequest,
        'key-case': keyCase,
        'named-examples': namedExamples,
        'not-found-only-on': notFoundOnlyOn,
        'portable-patterns': portablePatterns,
        provenance,
        'request-body-required': requestBodyRequired,
        'response-headers': responseHeaders,
        'success-status': successStatus,
        'unauthorized-is-plain-text': unauthorizedIsPlainText,
      },
    },
  }
}
