/**
 * Where a page could take card data: fields that browsers or people know as a card's, and frames,
 * in which another site could ask for one. For cheerio and for Playwright.
 */
export const cardFields = [
  'iframe',
  '[autocomplete*="cc-"]',
  ...['card', 'cvc', 'cvv', 'expir'].flatMap((part) => [
    `input[name*="${part}" i]`,
    `input[id*="${part}" i]`,
    `input[placeholder*="${part}" i]`,
  ]),
].join(', ')

/** Every one of those fields has one of these in its HTML; a page without any need not be parsed. */
export const mayHaveCardFields = (html: string) => /iframe|cc-|card|cvc|cvv|expir/i.test(html)
