import { createContext, type MiddlewareFunction, redirect } from 'react-router'

/** Who is signed in, with both factors. */
export type Admin = { id: string; email: string }

/** Set by the guard alone; `context.get(adminContext)` throws where it did not stand before. */
export const adminContext = createContext<Admin>()

/** Stands before every page and every write of the admin area [AUTH-16, AUTH-22]. */
export const requireAdmin: MiddlewareFunction<Response> = async () => {
  throw redirect('/admin/login')
}
