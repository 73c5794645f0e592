import { useFetcher } from 'react-router'
import type { Failure } from '#app/routes/admin/components/client-action.ts'
import { ErrorBanner } from '#app/routes/admin/components/error-banner.tsx'

type Props = { id: string; name: string; active: boolean; featured: boolean }

/** The action that switches it on, and the one that switches it off. */
type Actions = readonly [on: string, off: string]

const shown: Actions = ['show', 'hide']
const first: Actions = ['feature', 'unfeature']

/** Whether a piece is in the shop and featured, each changed by one tap [BULK-05]. */
export function Switches({ id, name, active, featured }: Props) {
  const fetcher = useFetcher<{ switched: object } | { refused: Failure }>()
  const asked = fetcher.formData?.get('action')
  const isOn = ([on, off]: Actions, stored: boolean) =>
    asked === on ? true : asked === off ? false : stored
  const answer = fetcher.data
  return (
    <>
      <fetcher.Form method="post" className="flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="id" value={id} />
        <Switch actions={shown} label="Active" name={name} isOn={isOn(shown, active)} />
        {!active && <span className="text-notice">Hidden</span>}
        <Switch actions={first} label="Featured" name={name} isOn={isOn(first, featured)} />
      </fetcher.Form>
      <ErrorBanner error={answer && 'refused' in answer ? answer.refused : null} />
    </>
  )
}

type SwitchProps = { actions: Actions; label: string; name: string; isOn: boolean }

function Switch({ actions: [on, off], label, name, isOn }: SwitchProps) {
  return (
    <button
      type="submit"
      name="action"
      value={isOn ? off : on}
      role="switch"
      aria-checked={isOn}
      className={`flex min-h-8 items-center gap-2 ${isOn ? 'text-ink' : 'text-muted'}`}
    >
      <span
        aria-hidden="true"
        className={`flex h-4 w-7 items-center rounded-full border px-0.5 ${
          isOn ? 'justify-end border-gold-deep bg-gold' : 'border-muted'
        }`}
      >
        <span className={`size-2.5 rounded-full ${isOn ? 'bg-on-gold' : 'bg-muted'}`} />
      </span>
      {label}
      <span className="sr-only"> {name}</span>
    </button>
  )
}
