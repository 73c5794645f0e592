import { Form, Link } from 'react-router'
import {
  type LogArea,
  type LogQuestion,
  logAreas,
  otherActors,
} from '#app/contracts/audit-log/audit-log.ts'
import { Field } from '#app/ui/forms/field.tsx'

const areaNames: Record<LogArea, string> = {
  people: 'People and sign-in',
  products: 'Products and pictures',
  orders: 'Orders, payments, customers, messages',
  gold: 'Gold price and selling',
  settings: 'Settings and texts',
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
      <Field label="Words" className="min-w-0 sm:col-span-2 lg:col-span-4">
        <input
          type="search"
          name="q"
          defaultValue={q}
          maxLength={200}
          placeholder="A name, an order’s number, a reason"
          className="input"
        />
      </Field>
      <Field label="Who" className="min-w-0">
        <select name="who" defaultValue={who ?? ''} className="input">
          <option value="">Everybody</option>
          {known.map((email) => (
            <option key={email}>{email}</option>
          ))}
          <option value="commands">The server itself</option>
          <option value="visitors">Not signed in</option>
        </select>
      </Field>
      <Field label="About" className="min-w-0">
        <select name="area" defaultValue={area ?? ''} className="input">
          <option value="">Everything</option>
          {logAreas.map((each) => (
            <option key={each} value={each}>
              {areaNames[each]}
            </option>
          ))}
        </select>
      </Field>
      <Field label="From" className="min-w-0">
        <input type="date" name="from" defaultValue={from} className="input" />
      </Field>
      <Field label="To, included" className="min-w-0">
        <input type="date" name="to" defaultValue={to} className="input" />
      </Field>
      <p className="flex flex-wrap items-center gap-x-5 gap-y-2 sm:col-span-2 lg:col-span-4">
        <button type="submit" className="button button-line">
          Show
        </button>
        {isFiltered && (
          <Link to="?" className="link py-2.5">
            Show everything
          </Link>
        )}
      </p>
    </Form>
  )
}

const isOther = (who: string) => (otherActors as readonly string[]).includes(who)
