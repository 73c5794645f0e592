import { describe, expect, it } from 'vitest'
import { closedCountries, isShippable, shippableCountries } from './countries.ts'

describe('countries the shop may ship to', () => {
  it('are named, each once, in the order of their names [SHIPPING-01]', () => {
    const codes = shippableCountries.map(({ code }) => code)
    expect(new Set(codes).size).toBe(codes.length)
    for (const { code, name } of shippableCountries) {
      expect(code).toMatch(/^[A-Z]{2}$/)
      expect(name).not.toBe(code)
    }
    expect(isShippable('DE')).toBe(true)
  })

  it('leave out those that US rules close, and the United States with its territories [SHIPPING-01]', () => {
    for (const code of Object.keys(closedCountries)) expect(isShippable(code)).toBe(false)
    for (const code of ['US', 'PR', 'GU', 'VI', 'AS', 'MP', 'UM', 'ZZ', '']) {
      expect(isShippable(code)).toBe(false)
    }
  })
})
