/** Every call may throw: private windows, full or forbidden storage. That is handled here, once. */
export type BrowserStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** A function, since a browser that forbids storage throws already when it is requested. */
export const localStorageOfPage = (): BrowserStorage => window.localStorage

/** Null where nothing is saved under this key, or the browser refuses to read it. */
export function readSaved(key: string, storage = localStorageOfPage): string | null {
  try {
    return storage().getItem(key)
  } catch {
    return null
  }
}

/**
 * Null removes. False where the browser refuses, or keeps nothing without an error, as private windows
 * of some do; the page then works without.
 */
export function save(key: string, text: string | null, storage = localStorageOfPage): boolean {
  try {
    const kept = storage()
    if (text === null) kept.removeItem(key)
    else kept.setItem(key, text)
    return kept.getItem(key) === text
  } catch {
    return false
  }
}
