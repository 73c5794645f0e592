import { useFetcher } from 'react-router'
import type { Failure } from '#app/routes/admin/components/client-action.ts'
import { ErrorBanner } from '#app/routes/admin/components/error-banner.tsx'

type Props = { id: string; name: string; active: boolean; featured: boolean }

/** Whether a piece is in the shop and featured, each changed by one tap [BULK-05]. */
export function Switches({ id, name, active, featured }: Props) {
  const fetcher = useFetcher<{ switched: object } | { refused: Failure }>()
  const asked = fetcher.formData?.get('switch')
  const isOn = (what: string, stored: boolean) =>
    asked === `${what} yes` ? true : asked === `${what} no` ? false : stored
  const answer = fetcher.data
  return (
    <>
      <fetcher.Form method="post" className="flex flex-wrap items-center gap-x-4">
        <input type="hidden" name="id" value={id} />
        <Switch what="active" label="Active" name={name} isOn={isOn('active', active)} />
        {!active && <span className="text-notice">Hidden</span>}
        <Switch what="featured" label="Featured" name={name} isOn={isOn('featured', featured)} />
      </fetcher.Form>
      <ErrorBanner error={answer && 'refused' in answer ? answer.refused : null} />
    </>
  )
}

type SwitchProps = { what: string; label: string; name: string; isOn: boolean }

function Switch({ what, label, name, isOn }: SwitchProps) {
  return (
    <button
      type="submit"
      name="switch"
      value={`${what} ${isOn ? 'no' : 'yes'}`}
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
