/** The calendar day where the clock hangs, as a date field wants it: YYYY-MM-DD. */
export function localDate(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
