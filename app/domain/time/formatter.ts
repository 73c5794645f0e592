const made = new Map<string, Intl.DateTimeFormat>()

/**
 * A formatter of US English. Each is made once, because making one costs the processor as much as
 * formatting fifty dates with it. Options come from code and zones from the settings, so that there
 * are few.
 */
export function formatter(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = JSON.stringify(options)
  const known = made.get(key)
  if (known) return known
  const format = new Intl.DateTimeFormat('en-US', options)
  made.set(key, format)
  return format
}
