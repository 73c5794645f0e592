import { problemAnswer } from '#app/.server/platform/http/api-route.ts'
import { Problem } from '#app/.server/platform/errors.ts'

/** Unknown addresses under /api answer in the form of all API errors. */
export function loader() {
  return problemAnswer(new Problem('not_found', 404, 'There is nothing at this address.'))
}

export const action = loader
