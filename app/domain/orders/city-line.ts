/** `Seattle, WA 98101`; of an address that was erased the state alone. */
export function placeLine({
  city,
  state,
  postalCode,
}: {
  city: string
  state: string
  postalCode: string
}): string {
  return [city, `${state} ${postalCode}`.trim()].filter((part) => part !== '').join(', ')
}
