/** A line above every page of the shop. */
export type Announcement = {
  text: string
  link: string
  linkLabel: string
  /** Null: at once, and until it is taken down. */
  from: Date | null
  until: Date | null
}

export function isShown({ text, from, until }: Announcement, now: Date): boolean {
  return text !== '' && (from === null || from <= now) && (until === null || now < until)
}

/** When it appears or goes; null where nothing will change automatically. */
export function nextChange({ text, from, until }: Announcement, now: Date): Date | null {
  if (text === '') return null
  return [from, until].find((at) => at !== null && at > now) ?? null
}
