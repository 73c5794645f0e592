import { createContext } from 'react-router'
import type { Shop } from '../shop.ts'

/** How a loader or action reaches the shop: `context.get(shopContext)`. */
export const shopContext = createContext<Shop>()
