import { expect, it } from 'vitest'
import { correctBuyerForm, correctContactForm } from './buyer.ts'

const inBerlin = {
  ...{ revision: '1', name: 'Ada', line1: 'Hauptstraße 1', line2: '', city: 'Berlin' },
  ...{ state: '', postalCode: '10115', country: 'DE', phone: '', email: '' },
}

it('an address in another country needs no region and no postal code, and keeps its country [SHIPPING-08]', () => {
  for (const form of [correctBuyerForm, correctContactForm]) {
    expect(form.parse(inBerlin).address).toMatchObject({ country: 'DE', postalCode: '10115' })
    const asWritten = { ...inBerlin, state: 'Île-de-France', postalCode: '' }
    expect(form.parse(asWritten).address).toMatchObject({ state: 'Île-de-France', postalCode: '' })
    const inStates = { ...inBerlin, country: 'US' }
    expect(form.safeParse(inStates).error?.issues.map(({ path }) => path[0])).toEqual(['state'])
    // Left out, it is the United States.
    const { country: _, ...rest } = { ...inBerlin, state: 'wa', postalCode: '98101' }
    expect(form.parse(rest).address).toMatchObject({ country: 'US', state: 'WA' })
  }
})
