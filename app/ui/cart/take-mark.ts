import { readSaved, save } from '../browser-storage.ts'

/** True where the mark was this quote's; it is then gone. */
export function takeMark(key: string, id: string): boolean {
  return readSaved(key) === id && save(key, null)
}
