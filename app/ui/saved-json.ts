import { localStorageOfPage, readSaved } from './browser-storage.ts'

/**
 * As `readSaved`, of JSON. Undefined also where the text is none. Not with it, since that is in the first
 * scripts of every page, and nothing there reads JSON this way.
 */
export function readSavedJson(key: string, storage = localStorageOfPage): unknown {
  try {
    const text = readSaved(key, storage)
    return text === null ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
