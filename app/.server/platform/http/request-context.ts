import { createContext } from 'react-router'
import type { Shop } from '#app/.server/app-context.ts'

/** How a loader or action reaches the shop: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()

/** Where the request came from, as far as it can be told (client-address.ts): for limits. */
export const clientAddressContext = createContext<string>('unknown')
