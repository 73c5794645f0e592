const dayMs = 86_400_000
/** In days before a deadline, when it is told again. */
const reminders = [1, 3] as const

/** Which reminder applies now: the last one that has begun; null where none has, or it is over. */
export function daysUntilDue(dueBy: Date, at: Date): (typeof reminders)[number] | null {
  const left = dueBy.getTime() - at.getTime()
  if (left <= 0) return null
  return reminders.find((days) => left <= days * dayMs) ?? null
}
