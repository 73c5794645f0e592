import { expect, it } from 'vitest'
import { searchNumbers } from './search-numbers.ts'

const nothing = {
  ...{ phone: null, zip: null, serial: null, tracking: null, receipt: null },
  ...{ creditNotes: null, payment: null, serialDigits: null },
}

it('reads what was typed as a phone number, ZIP, serial, tracking or receipt number [SEARCH-01]', () => {
  for (const input of [
    '(206) 555-0149',
    '+1 206.555.0149',
    '206–555–0149 x12',
    '１２０６５５５０１４９',
  ]) {
    expect(searchNumbers(input).phone, input).toBe('2065550149')
  }
  expect(searchNumbers('0149')).toMatchObject({ phone: '0149', zip: '0149' })
  expect(searchNumbers('98101–1234')).toMatchObject({ zip: '98101-1234' })
  expect(searchNumbers('fn-26-0007')).toMatchObject({ serial: 'FN-26-0007' })
  expect(searchNumbers('1z 999 aa1')).toMatchObject({ tracking: '1Z999AA1', phone: null })
  expect(searchNumbers('r-00012').receipt).toEqual({ number: 12, livemode: true })
  expect(searchNumbers('R-TEST-00012').receipt).toEqual({ number: 12, livemode: false })
  expect(searchNumbers('00012').receipt).toEqual({ number: 12, livemode: null })
  for (const input of ['', '  ', 'ab', '%', 'ada buyer jones of seattle', 'test12']) {
    expect(searchNumbers(input), input).toMatchObject({ phone: null, zip: null, receipt: null })
  }
  expect(searchNumbers('Zoë')).toEqual(nothing)
})

it('reads the digits of a serial number, from the third on or all of them [SEARCH-08]', () => {
  expect(searchNumbers('000123').serialDigits).toEqual({ start: '000123', whole: '000123' })
  expect(searchNumbers(' 123 ').serialDigits).toEqual({ start: '123', whole: '000123' })
  expect(searchNumbers('12').serialDigits).toEqual({ start: null, whole: '000012' })
  expect(searchNumbers('1234567').serialDigits).toEqual({ start: '1234567', whole: '1234567' })
  for (const input of ['1', 'FN-12', '12a', '12-3']) {
    expect(searchNumbers(input).serialDigits, input).toBeNull()
  }
})

it('reads a credit note and the id of a payment [SEARCH-04]', () => {
  const years = { from: 2026, to: 2026 }
  for (const input of ['CN-2026-0012', 'cn–2026–12', 'CN20260012', ' cn 2026 0012 ']) {
    const creditNotes = { livemodes: [true], years, number: 12 }
    expect(searchNumbers(input).creditNotes, input).toEqual(creditNotes)
  }
  const ofTest = { livemodes: [false], years, number: 1 }
  expect(searchNumbers('CN-TEST-2026-0001').creditNotes).toEqual(ofTest)
  expect(searchNumbers(' pi_3PaQ8s ').payment).toBe('pi_3PaQ8s')
  expect(searchNumbers('pi').payment).toBeNull()
})

it('reads how the number of a credit note begins [SEARCH-06]', () => {
  const any = { from: 0, to: 9999 }
  for (const [input, livemodes, years] of [
    ['CN', [true, false], any],
    ['cn-', [true, false], any],
    ['CN-TE', [false], any],
    ['CN-TEST', [false], any],
    ['cn test-', [false], any],
    ['CN-TEST-20', [false], { from: 2000, to: 2099 }],
    ['CN-202', [true], { from: 2020, to: 2029 }],
    ['CN-2026', [true], { from: 2026, to: 2026 }],
    ['CN-2026-00', [true], { from: 2026, to: 2026 }],
  ] as const) {
    expect(searchNumbers(input).creditNotes, input).toEqual({ livemodes, years, number: null })
  }
  for (const input of ['C', 'CNT-X', 'CN-TES-2026', 'CNA', 'CN-2026-0001-1', 'CN-TESTED']) {
    expect(searchNumbers(input).creditNotes, input).toBeNull()
  }
})
