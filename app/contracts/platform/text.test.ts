import { expect, it } from 'vitest'
import { buyerOf } from '#app/.server/payments/gateway/stripe-buyer.ts'
import { emailField, optionalEmailField } from '../customers/email.ts'
import { describeForm } from '../media/media.ts'
import { contactMessage } from '../messages/message.ts'
import { correctBuyerForm } from '../orders/buyer.ts'
import { line } from './text.ts'

const turned = 'Ada\u202e \u2066reyuB\u2069\u202c'
const name = 'Ada reyuB'

it('what turns the direction of a text is left out wherever a line is read [PRINT-06]', () => {
  expect(line.parse(turned)).toBe(name)
  expect(line.parse('\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069')).toBe('')
  // Marks and joiners that scripts are written with are kept.
  expect(line.parse('דוד\u200f a\u200db')).toBe('דוד\u200f a\u200db')
  expect(describeForm.parse({ alt: turned }).alt).toBe(name)
  const message = { name: turned, email: 'a@x.com', subject: turned, message: turned, key: 'k' }
  const { data } = contactMessage.partial().safeParse(message)
  expect(data ?? {}).toMatchObject({ name, subject: name, message: name })
  const shipping_details = { name: turned, address: { line1: turned, country: 'US' } }
  expect(buyerOf({ shipping_details }).address).toMatchObject({ name, line1: name })
})

const quoted = '"john smith"@example.com'
const sentence =
  'Email addresses with quotes can’t be used because most mail servers don’t accept them. Please enter another.'

it.each([emailField, optionalEmailField])(
  'an address that needs quotes is refused in every field, quotes without need are left out [PLACE-06]',
  (field) => {
    expect(field.safeParse(quoted).error?.issues[0]?.message).toBe(sentence)
    expect(field.safeParse('ada').error?.issues[0]?.message).toContain('like name@example.com')
    expect(field.parse('"ada"@example.com')).toBe('ada@example.com')
  },
)

it('an order that has such an address is corrected with it, and gets no other such [PLACE-06]', () => {
  const input = {
    ...{ revision: '7', name: 'Ada', line1: '1 A Street', city: 'Kent' },
    ...{ state: 'WA', postalCode: '98101', email: quoted },
  }
  const kept = correctBuyerForm.parse({ ...input, emailBefore: quoted })
  expect(kept).toMatchObject({ email: quoted })
  expect(kept).not.toHaveProperty('address.emailBefore')
  for (const emailBefore of ['', 'ada@example.com', '"a b"@example.com']) {
    const { error } = correctBuyerForm.safeParse({ ...input, emailBefore })
    expect(error?.issues).toMatchObject([{ path: ['email'], message: sentence }])
  }
})
