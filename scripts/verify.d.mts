/** Types of verify.mjs for its test. */
type Key = { id: string; retiredAt: string | null }
export function canonicalJson(value: unknown): string
export function checkDay(text: string, keys: readonly Key[]): { date: string }
export function checkCertificate(text: string, keys: readonly Key[]): { serial: string }
export function readKeys(text: string): Key[] | null
