import { Form } from 'react-router'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'

/** Which month of which sales a report is of; a change of the address alone. */
export function MonthChoice({ month, livemode }: { month: string; livemode: boolean }) {
  return (
    <Form method="get" className="mt-5 flex flex-wrap items-end gap-4 print:hidden">
      <TextField
        name="month"
        label="Month"
        className="min-w-0 max-w-full"
        hint="Year and month, like 2026-03."
        key={month}
        type="month"
        defaultValue={month}
        min="2000-01"
        max="2099-12"
      />
      <SelectField
        name="mode"
        label="Sales"
        className="min-w-0 max-w-full"
        hint="Test and live sales are never combined."
        options={{ live: 'Live', test: 'Test payments' }}
        key={String(livemode)}
        defaultValue={livemode ? 'live' : 'test'}
      />
      <button type="submit" className="button button-line mb-7">
        Show
      </button>
    </Form>
  )
}
