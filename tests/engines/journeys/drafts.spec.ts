import { test } from '../journey.ts'
import { button, field } from './parts.ts'

test('a message and a request for custom work are kept, handed to the email program, and cleared when asked [ENGINE-02, ENGINE-08]', async ({
  visit,
}) => {
  const visitor = await visit()
  await visitor.open('/contact')
  await visitor.fill(field('Name'), 'Ada & Søn')
  await visitor.fill(field('Email'), 'ada@example.com')
  await visitor.fill(field('Subject'), 'A bent pendant?')
  await visitor.fill(field('Message'), '50% + shipping =\nhow much?')
  await visitor.reload()
  await visitor.sees({ text: /We restored what you typed last time/ })
  await visitor.holds(field('Message'), '50% + shipping =\nhow much?')
  await visitor.click(button('Open in email app'))
  await visitor.sees({ role: 'status', text: /Your email app/ })
  await visitor.isAt(/\/contact$/)
  await visitor.click(button('I sent it. Clear the form'))
  await visitor.holds(field('Message'), '')
  await visitor.hasFocus(field('Name'))

  await visitor.open('/custom-work')
  await visitor.fill(field('Phone'), '206 555 0100')
  await visitor.fill(field('City'), 'Seattle')
  await visitor.reload()
  await visitor.holds(field('City'), 'Seattle')
  await visitor.click(button('Clear the form'))
  await visitor.hasFocus(button('No, keep it'))
  await visitor.press('Escape')
  await visitor.hasFocus(button('Clear the form'))
  await visitor.holds(field('City'), 'Seattle')
  // What a browser or a password manager fills in by these names.
  await visitor.untilTrue(
    () =>
      document.querySelector('[autocomplete~="address-level2"]') !== null &&
      document.querySelector('[autocomplete~="postal-code"]') !== null &&
      document.querySelector('[autocomplete~="tel"]') !== null,
  )
})
