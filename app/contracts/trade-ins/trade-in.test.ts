import { describe, expect, it } from 'vitest'
import { fieldErrors } from '../platform/form-data.ts'
import { beginTradeInForm, productionCostForm, staffTradeInForms } from './trade-in.ts'
import { tradeInTermsForm } from './trade-in-terms.ts'

const errorsOf = (form: { safeParse: (input: unknown) => { error?: unknown } }, input: unknown) => {
  const { error } = form.safeParse(input)
  return error ? fieldErrors(error as never) : {}
}

describe('what is posted about a trade-in', () => {
  it('has a weight of two places and a fineness of one [TRADE-07]', () => {
    const scale = { revision: '3', grams: '28.90 g', fineness: '999.9', maker: 'ours' }
    expect(staffTradeInForms.weigh.parse(scale)).toEqual({
      ...{ revision: 3, grams: 28_900, fineness: 9999, maker: 'ours', note: '' },
    })
    for (const grams of ['0', '28,9', '1e9', '1000000000', '28.901', '-1', '']) {
      expect(errorsOf(staffTradeInForms.weigh, { ...scale, grams }), grams).toHaveProperty('grams')
    }
    for (const fineness of ['0', '1000.1', '.9999', '24k', '']) {
      const found = errorsOf(staffTradeInForms.weigh, { ...scale, fineness })
      expect(found, fineness).toHaveProperty('fineness')
    }
  })

  it('is paid with a reference, a day, and a look at the sanctions lists [TRADE-11]', () => {
    const paid = {
      ...{ revision: '3', key: 'k'.repeat(16), kind: 'check', reference: '1042' },
      ...{ paidOn: '2026-03-11', sanctions: 'yes' },
    }
    expect(staffTradeInForms.payout.parse(paid)).toMatchObject({ reference: '1042', override: '' })
    for (const wrong of [
      { sanctions: '' },
      { reference: ' ' },
      { kind: 'cash' },
      { paidOn: '3/11' },
    ]) {
      const [name = ''] = Object.keys(wrong)
      expect(errorsOf(staffTradeInForms.payout, { ...paid, ...wrong })).toHaveProperty(name)
    }
  })

  it('uses a credit, pays, and sends back only once the owner was compared with the sanctions lists [TRADE-18]', () => {
    const uses = { revision: '1', key: 'k'.repeat(16), order: 'A-1' }
    for (const [form, fields] of [
      [staffTradeInForms.credit, uses],
      [staffTradeInForms['send-back'], { revision: '1' }],
    ] as const) {
      expect(errorsOf(form, fields).sanctions).toContain('Please check the customer')
    }
    const allowed = { ...uses, sanctions: 'yes', override: ' Registered. ' }
    expect(staffTradeInForms.credit.parse(allowed)).toMatchObject({ override: 'Registered.' })
  })

  it('reads a label, a package back, an identity, and a piece without a certificate [TRADE-06, TRADE-07]', () => {
    const accepts = { revision: '1', instructions: 'To us.' }
    const number = '1Z 999 AA1 0123 4567 84'
    expect(staffTradeInForms.accept.parse({ ...accepts, tracking: number, cost: '9.45' })).toEqual({
      ...{ revision: 1, instructions: 'To us.', cost: 945 },
      label: { carrier: 'ups', tracking: '1Z999AA10123456784' },
    })
    expect(staffTradeInForms.accept.parse(accepts)).toMatchObject({ label: null })
    const back = { revision: '1', sanctions: 'yes' }
    expect(staffTradeInForms['send-back'].parse(back)).toMatchObject({ parcel: null })
    const identity = staffTradeInForms.identity.parse({ revision: '1', name: ' Bea ' })
    expect(identity).toMatchObject({ revision: 1, identity: { name: 'Bea', idNumber: '' } })
    const begins = { key: 'k'.repeat(16), kind: 'sell-back', piece: 'Old ring' }
    expect(beginTradeInForm.parse(begins)).toMatchObject({ email: null, region: null, serial: '' })
    expect(beginTradeInForm.parse({ ...begins, region: 'wa' }).region).toBe('WA')
    expect(
      productionCostForm.parse({ productId: '5', size: 'Small', cost: '' }).cost,
    ).toBeUndefined()
  })
})

it('the terms are rates from 1 to 100 percent, days, and states [TRADE-03]', () => {
  const terms = {
    ...{ kinds: ['recast', 'sell-back'], exchangeRate: '95', sellBackRate: '90.5%' },
    ...{ offerDays: '7', creditDays: '90', instructions: 'To us.', retentionDays: '1095' },
    ...{ taxStates: 'ny, ca', 'identity-name': 'all', 'identity-birthDate': 'CA' },
  }
  expect(tradeInTermsForm.parse(terms)).toMatchObject({
    ...{ exchangeRate: 9500, sellBackRate: 9050, taxStates: ['CA', 'NY'] },
    identityRules: { name: 'all', birthDate: ['CA'] },
  })
  for (const [name, values] of Object.entries({
    exchangeRate: ['150', '0', '', '9,5'],
    sellBackRate: ['96', '150%'],
    offerDays: ['0', '61', '1.5'],
    creditDays: ['366', ''],
    retentionDays: ['29'],
    taxStates: ['California and Oz'],
    instructions: [' '],
    'identity-birthDate': ['XX'],
  })) {
    for (const value of values) {
      expect(errorsOf(tradeInTermsForm, { ...terms, [name]: value }), value).toHaveProperty(name)
    }
  }
})
