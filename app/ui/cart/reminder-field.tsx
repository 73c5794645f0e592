import { type Ref, useEffect, useRef, useState } from 'react'

const emailPattern = String.raw`\S+@\S+\.\S+`

type Props = {
  email: Ref<HTMLInputElement>
  problem: boolean
  hours: number
  disabled: boolean
}

/**
 * One email if the buyer doesn't finish, where the buyer checks the box: nothing is asked or kept before
 * [REMIND-01]. The address is not stored in the browser.
 */
export function ReminderField({ email, problem, hours, disabled }: Props) {
  const [wants, setWants] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  // On top, since the total covers the bottom: the buyer reads what happens with the address.
  useEffect(() => {
    if (wants) box.current?.scrollIntoView()
  }, [wants])
  return (
    <div ref={box} className="scroll-mt-20 border-line border-t px-5 py-2 sm:px-7">
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          checked={wants}
          disabled={disabled}
          onChange={({ target }) => setWants(target.checked)}
          className="size-5 shrink-0 accent-gold-deep"
        />
        Email me once if I don’t finish
      </label>
      {wants && (
        <>
          <label htmlFor="reminder-email" className="field-label">
            Email address
          </label>
          <input
            ref={email}
            id="reminder-email"
            type="email"
            required
            // As the shop reads it: browsers take a domain without a dot.
            pattern={emailPattern}
            autoComplete="email"
            maxLength={254}
            disabled={disabled}
            aria-invalid={problem ? true : undefined}
            aria-describedby={
              problem ? 'reminder-email-problem reminder-email-hint' : 'reminder-email-hint'
            }
            className="input"
          />
          {problem && (
            <p id="reminder-email-problem" className="field-note text-alert">
              Please enter an email address, like name@example.com.
            </p>
          )}
          <p id="reminder-email-hint" className="field-note mb-3 text-muted">
            If you don’t finish checkout, we’ll email you once, after{' '}
            {hours === 1 ? '1 hour' : `${hours} hours`}, with a link to this cart. Then we delete
            your address.
          </p>
        </>
      )}
    </div>
  )
}
