/** The record of gold prices that anyone can check [PROOF-06]. */
export const priceProof = {
  title: 'Proof of prices',
  description:
    'Every gold price we’ve accepted, each hashed with the one before it. Each day is signed and published, so no one can change a price unnoticed.',
  lead: 'Every gold price we accept is cryptographically linked to the one before it. Each day is signed and published. Save one file, and no one can change an earlier price without your being able to tell. Not even us.',
  steps: [
    {
      word: 'Keep',
      meaning: 'Save a day’s file from its page, and our public keys from this one.',
    },
    {
      word: 'Check',
      meaning:
        'Run our script, or just openssl. Neither contacts us, and either one finds any changed byte.',
    },
    {
      word: 'Recompute',
      meaning: 'Open any price: grams × price per gram, plus the fee, to the cent.',
    },
  ],
} as const
