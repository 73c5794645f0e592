/**
 * Whether it is on the clipboard now. A browser has none over plain http, except on the machine
 * itself, and may refuse it elsewhere: then the reader is told to copy manually.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
