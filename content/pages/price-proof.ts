/** The record of gold prices that anybody can check [PROOF-06]. */
export const priceProof = {
  title: 'Proof of prices',
  description:
    'Every gold price we accepted, each hashed with the one before it. Each day is signed and published, so that nobody can change it unnoticed.',
  lead: 'Every gold price we accept is chained to the one before it. Each day is signed and published. Keep one file, and nobody can change an earlier price unnoticed, not even us.',
  steps: [
    {
      word: 'Keep',
      meaning: 'Save the file of a day from its page, and our public keys from this one.',
    },
    {
      word: 'Check',
      meaning:
        'Run our script, or just openssl. Neither contacts us, and every changed byte is found.',
    },
    {
      word: 'Recompute',
      meaning: 'Open any price: grams × price per gram, plus the fee, to the cent.',
    },
  ],
} as const
