import { data } from 'react-router'
import { AppError } from '../errors.ts'

/** What a page was asked for; 404 where there is none, and a problem by its own status. */
export async function found<T>(asked: Promise<T | null>): Promise<T> {
  const page = await asked.catch((error: unknown) => {
    if (error instanceof AppError) throw data(null, { status: error.status })
    throw error
  })
  if (page === null) throw data(null, { status: 404 })
  return page
}
