import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Field, FieldErrorsContext } from './field.tsx'

const render = (field: React.ReactElement) => load(renderToStaticMarkup(field))

it('names its control, and describes it by what is wrong and what helps [A11Y-01]', () => {
  const $ = render(
    <Field label="E-mail" hint="We answer within a day." error="Please fill this in.">
      <input name="email" className="input" />
    </Field>,
  )
  const input = $('input')
  expect($(`label[for="${input.attr('id')}"]`).text()).toBe('E-mail')
  const described = (input.attr('aria-describedby') ?? '').split(' ')
  expect(described.map((id) => $(`[id="${id}"]`).text())).toEqual([
    'Please fill this in.',
    'We answer within a day.',
  ])
  expect(input.attr('aria-invalid')).toBe('true')
  expect(input.attr('class')).toBe('input')
})

it('finds its error in the form by the name of its control', () => {
  const $ = render(
    <FieldErrorsContext value={{ phone: 'Please fill this in.' }}>
      <Field label="Phone">
        <input name="phone" />
      </Field>
      <Field label="City" optional="optional">
        <select name="city" />
      </Field>
    </FieldErrorsContext>,
  )
  expect($('input').attr('aria-invalid')).toBe('true')
  const select = $('select')
  expect(select.attr('aria-invalid')).toBeUndefined()
  expect(select.attr('aria-describedby')).toBeUndefined()
  expect($(`label[for="${select.attr('id')}"]`).text()).toBe('City (optional)')
})
