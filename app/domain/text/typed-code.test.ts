import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formsOfCode } from '#tests/support/code-forms.ts'
import { plainCode } from './typed-code.ts'

describe('a typed code', () => {
  it.each(Object.entries(formsOfCode))('is read with %s [DOM-09]', (_, form) => {
    expect(plainCode(form('7K3M-Q9XZ12'))).toBe('7K3MQ9XZ12')
  })

  it('keeps every letter and digit, and is the same read twice [DOM-09]', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9A-Z]{1,30}$/), (code) => {
        expect(plainCode(code)).toBe(code)
      }),
    )
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(plainCode(plainCode(text))).toBe(plainCode(text))
      }),
    )
  })

  it('leaves what is no part of a code, so that it is refused', () => {
    expect(plainCode('12345!')).toBe('12345!')
    expect(plainCode('7K3M/É')).toBe('7K3M/É')
  })
})
