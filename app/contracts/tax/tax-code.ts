import { tangibleGoods } from '#app/domain/tax/sales-tax.ts'

/** A tax code of Stripe as it is entered. */
export const taxCodeSentence = `A tax code of Stripe is txcd_ and eight digits, like ${tangibleGoods}.`
