import { type FieldChange, fieldChanges } from '#app/domain/text/field-changes.ts'

/** Of a row of settings, which may not be there yet, the fields that a save changes. */
export function changedFields(stored: object | undefined, now: object): FieldChange[] {
  const row = (stored ?? {}) as Record<string, unknown>
  return fieldChanges(Object.fromEntries(Object.keys(now).map((name) => [name, row[name]])), now)
}
