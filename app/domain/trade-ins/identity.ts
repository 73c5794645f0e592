/** What a state may ask a shop to note of a person it buys gold from. */
export const identityFields = [
  'name',
  'address',
  'birthDate',
  'idType',
  'idNumber',
  'phone',
  'vehicle',
] as const
export type IdentityField = (typeof identityFields)[number]

export const identityNames: Record<IdentityField, string> = {
  name: 'Full name',
  address: 'Address',
  birthDate: 'Date of birth',
  idType: 'ID type',
  idNumber: 'ID number',
  phone: 'Phone',
  vehicle: 'Vehicle license plate',
}

/** `Full name` → `full name`; `ID number` stays. */
export const nameInSentence = (field: IdentityField): string =>
  identityNames[field].replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())

/** For each field the states that ask for it, two letters each, or all of them. */
export type IdentityRules = Partial<Record<IdentityField, readonly string[] | 'all'>>

/** What is asked of a seller in a state; in an unknown state, everything that any state asks for. */
export const identityAsked = (rules: IdentityRules, state: string | null): IdentityField[] =>
  identityFields.filter((field) => {
    const states = rules[field]
    if (states === undefined || states.length === 0) return false
    return states === 'all' || state === null || states.includes(state)
  })

/** In days, unless an owner of the shop sets another time: many states ask for three years or less. */
export const identityRetentionDays = 3 * 365

export type Identity = Partial<Record<IdentityField, string>>

/** What is asked for and not noted yet. */
export const identityMissing = (
  asked: readonly IdentityField[],
  noted: Identity | null,
): IdentityField[] => asked.filter((field) => !noted?.[field]?.trim())
