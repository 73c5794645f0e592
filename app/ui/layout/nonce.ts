import { createContext, useContext } from 'react'

/**
 * Marks the inline scripts that are ours while a page is rendered. The mark is hashed into the
 * content security policy and stripped before the page leaves, so pages keep constant bytes.
 */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
