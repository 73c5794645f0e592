/** The record of gold prices that anyone can check [PROOF-06]. */
export const priceProof = {
  title: 'Verify our prices',
  description:
    'Every gold price we’ve accepted, each hashed with the one before it. We sign each day after it ends, so no one can change a price unnoticed.',
  lead: 'Every gold price we use is cryptographically linked to the one before it. After each day ends, we sign its prices and publish the file. Save a copy, and no one can change an earlier price without you knowing. Not even us.',
  steps: [
    {
      word: 'Keep',
      meaning: 'Download any day’s file from that day’s page, and our public keys from this page.',
    },
    {
      word: 'Check',
      meaning:
        'Run our script, or use OpenSSL alone. Neither one connects to our servers, and either one will catch even a single changed byte.',
    },
    {
      word: 'Recompute',
      meaning:
        'Open any price and redo the math: grams × price per gram, plus the fee, to the cent.',
    },
  ],
} as const
