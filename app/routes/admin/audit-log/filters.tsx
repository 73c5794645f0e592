import { Form, Link } from 'react-router'
import {
  type LogArea,
  type LogQuestion,
  logAreas,
  otherActors,
} from '#app/contracts/audit-log/audit-log.ts'
import { SelectField, TextField } from '#app/ui/forms/fields.tsx'

const areaNames: Record<LogArea, string> = {
  people: 'People and sign-in',
  products: 'Products and images',
  orders: 'Orders, payments, customers, messages',
  gold: 'Gold price and sales',
  settings: 'Settings and site content',
  backups: 'Backups',
}

type Props = { question: LogQuestion; people: readonly string[]; isFiltered: boolean }

/** What of the log is shown, all of it in the address. */
export function Filters({ question, people, isFiltered }: Props) {
  const { who, area, from, to, q } = question
  const known = who && !isOther(who) && !people.includes(who) ? [who, ...people] : people
  return (
    // Another one for each question, so that going back shows what was asked there.
    <Form
      key={JSON.stringify(question)}
      role="search"
      className="mt-6 grid items-end gap-x-4 gap-y-3 sm:grid-cols-2 lg:grid-cols-4"
    >
      <TextField
        name="q"
        label="Search"
        className="min-w-0 sm:col-span-2 lg:col-span-4"
        type="search"
        defaultValue={q}
        maxLength={200}
        placeholder="A name, order number, or reason"
      />
      <SelectField
        name="who"
        label="Who"
        className="min-w-0"
        options={[
          ['', 'Everyone'],
          ...known.map((email) => [email, email] as const),
          ['commands', 'System'],
          ['visitors', 'Not signed in'],
        ]}
        defaultValue={who ?? ''}
      />
      <SelectField
        name="area"
        label="Category"
        className="min-w-0"
        options={[['', 'Everything'], ...logAreas.map((each) => [each, areaNames[each]] as const)]}
        defaultValue={area ?? ''}
      />
      <TextField name="from" label="From" className="min-w-0" type="date" defaultValue={from} />
      <TextField name="to" label="To" className="min-w-0" type="date" defaultValue={to} />
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-2 lg:col-span-4">
        <button type="submit" className="button button-line">
          Apply filters
        </button>
        {isFiltered && (
          <Link to="?" className="link py-2.5">
            Clear filters
          </Link>
        )}
      </p>
    </Form>
  )
}

const isOther = (who: string) => (otherActors as readonly string[]).includes(who)
