/** `CN-2026-0001`; of a test payment `CN-TEST-2026-0001`. */
export function creditNoteName(note: { year: number; number: number; livemode: boolean }): string {
  const digits = String(note.number).padStart(4, '0')
  return `CN-${note.livemode ? '' : 'TEST-'}${note.year}-${digits}`
}
