import { AppError } from '#app/.server/platform/errors.ts'
import { errorResponse } from '#app/.server/platform/http/api-route.ts'

/** Unknown addresses under /api answer in the form of all API errors. */
export function loader() {
  return errorResponse(new AppError('not_found', 404, 'There’s nothing at this address.'))
}

export const action = loader
