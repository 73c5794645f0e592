import { expect, it } from 'vitest'
import { changedParts, isAnotherLabel, isAnotherPlace, listParts, missingParts } from './buyer.ts'

const address = {
  name: 'Ada Buyer',
  line1: '1000 Example Street',
  line2: '',
  city: 'Seattle',
  state: 'WA',
  postalCode: '98101',
  country: 'US',
}
const buyer = { email: 'ada@example.com', address }

it('names what differs between two buyers, and whether a label or the tax is of another place [ADDR-04, ADDR-05]', () => {
  expect(changedParts(buyer, { ...buyer, address: { ...address, name: ' Ada Buyer ' } })).toEqual(
    [],
  )
  const moved = { ...address, line2: 'Apt 3', postalCode: '98102', phone: '206 555 0100' }
  const changed = changedParts(buyer, { email: null, address: moved })
  expect(changed).toEqual(['street', 'ZIP code', 'phone', 'email'])
  expect(listParts(changed)).toBe('street, ZIP code, phone and email')
  expect([isAnotherPlace(changed), isAnotherLabel(changed)]).toEqual([true, true])
  expect([isAnotherPlace(['name']), isAnotherLabel(['name'])]).toEqual([false, true])
  expect([isAnotherPlace(['phone']), isAnotherLabel(['email'])]).toEqual([false, false])
  expect(changedParts({ email: null, address: null }, buyer)).toHaveLength(6)
})

it('names what a parcel cannot do without [ADDR-06]', () => {
  expect(missingParts(address)).toEqual([])
  expect(missingParts({ ...address, name: ' ', city: '' })).toEqual(['name', 'city'])
  expect(missingParts(null)).toEqual(['name', 'street', 'city', 'state', 'ZIP code'])
})
