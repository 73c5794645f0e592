/** The legal texts; the body of each is `{id}.md` beside this file. A lawyer has yet to read them. */
export type LegalText = {
  id: 'privacy-policy' | 'terms-and-conditions'
  title: string
  /** For search engines: 110 to 155 characters, its own. */
  description: string
}

export const legalTexts: readonly LegalText[] = [
  {
    id: 'privacy-policy',
    title: 'Privacy Policy',
    description:
      'What this gold shop stores about you and what it does not: a cart kept in your browser, orders, no visitor tracking, no card data on our servers.',
  },
  {
    id: 'terms-and-conditions',
    title: 'Terms and Conditions',
    description:
      'The terms of buying from us: live gold prices held for ten minutes, payment, U.S. shipping, custom work, the guarantees, and trade sanctions.',
  },
]
