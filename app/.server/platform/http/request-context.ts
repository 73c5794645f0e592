import { createContext } from 'react-router'
import type { AppContext } from '#app/.server/app-context.ts'

/** How a loader or action reaches the shop: `context.get(appContext)`. */
export const appContext = createContext<AppContext>()

/** Where the request came from, as far as it is known (client-address.ts): for limits. */
export const clientAddressContext = createContext<string>('unknown')
