import { load } from 'cheerio'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Checkbox } from './checkbox.tsx'
import { Field } from './field.tsx'
import { SelectField, TextArea, TextField } from './fields.tsx'
import { FormFields, OwnFields } from './form-fields.tsx'

const render = (field: React.ReactElement) => load(renderToStaticMarkup(field))

it('names its control, and describes it by what is wrong and what helps [A11Y-01]', () => {
  const $ = render(
    <Field label="Email" hint="We answer within a day." error="Please fill this in.">
      <input name="email" className="input" />
    </Field>,
  )
  const input = $('input')
  expect($(`label[for="${input.attr('id')}"]`).text()).toBe('Email')
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
    <FormFields refused={{ errors: { phone: 'Please fill this in.' } }}>
      <Field label="Phone">
        <input name="phone" />
      </Field>
      <Field label="City" optional="optional">
        <select name="city" />
      </Field>
    </FormFields>,
  )
  expect($('input').attr('aria-invalid')).toBe('true')
  const select = $('select')
  expect(select.attr('aria-invalid')).toBeUndefined()
  expect(select.attr('aria-describedby')).toBeUndefined()
  expect($(`label[for="${select.attr('id')}"]`).text()).toBe('City (optional)')
})

it('begins with what was refused, else with what is stored, else with its own value [FORM-33]', () => {
  const fields = (
    <>
      <TextField name="weight" label="Weight" kind="decimal" />
      <TextField name="tracking" label="Tracking" kind="code" defaultValue="9400" />
      <TextArea name="note" label="Note" rows={3} />
      <SelectField name="unit" label="Unit" options={{ g: 'grams', ozt: 'ounces' }} />
      <Checkbox name="sure">It’s correct</Checkbox>
    </>
  )
  const stored = { weight: '5.00', note: 'By hand', unit: 'ozt', sure: 'yes' }
  const begun = render(<FormFields values={stored}>{fields}</FormFields>)
  expect(valuesIn(begun)).toEqual({ ...stored, tracking: '9400' })
  expect(begun('[name=weight]').attr('inputmode')).toBe('decimal')
  expect(begun('[name=weight]').attr('autocomplete')).toBe('off')
  expect(begun('[name=tracking]').attr('autocapitalize')).toBe('characters')
  const input = { weight: '5,00', tracking: '', note: 'Twice', unit: 'g' }
  const errors = { weight: 'Please use a point.' }
  const refused = render(
    <FormFields refused={{ typed: input, errors }} values={stored}>
      {fields}
    </FormFields>,
  )
  expect(valuesIn(refused)).toEqual({ ...input, sure: undefined })
  expect(refused('[name=weight]').attr('aria-invalid')).toBe('true')
})

it('keeps what was typed and wrong in another form of the screen out of its fields [FORM-33]', () => {
  const refused = { typed: { reason: 'Lost' }, errors: { reason: 'Please say why.' } }
  const screen = (isSent: boolean) =>
    render(
      <FormFields refused={refused}>
        <OwnFields isSent={isSent}>
          <TextArea name="reason" label="Why" defaultValue="Returned." />
        </OwnFields>
      </FormFields>,
    )('textarea')
  expect(screen(true).text()).toBe('Lost')
  expect(screen(true).attr('aria-invalid')).toBe('true')
  expect(screen(false).text()).toBe('Returned.')
  expect(screen(false).attr('aria-invalid')).toBeUndefined()
})

const valuesIn = ($: ReturnType<typeof render>) => ({
  weight: $('[name=weight]').attr('value'),
  tracking: $('[name=tracking]').attr('value'),
  note: $('textarea').text(),
  unit: $('option[selected]').attr('value'),
  sure: $('[name=sure]').is('[checked]') ? 'yes' : undefined,
})
