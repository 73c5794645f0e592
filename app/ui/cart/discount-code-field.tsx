import { type FormEvent, useRef, useState } from 'react'
import type { QuoteResponse } from '#app/contracts/quote/quote-response.ts'
import { withDollarSign } from '#app/domain/money/cents.ts'
import { LiveValue } from '#app/ui/text/live-value.tsx'
import type { useDiscountCode } from './use-discount-code.ts'

type Props = {
  code: ReturnType<typeof useDiscountCode>
  /** What the shop said of the code. */
  answer: QuoteResponse['code'] | null
  disabled: boolean
}

/** The cart's discount code: what it takes off, or where to enter one, folded away until it is wanted [CODE-13]. */
export function DiscountCodeField({ code: [entered, enter], answer, disabled }: Props) {
  const [typed, setTyped] = useState(entered?.code ?? '')
  const [email, setEmail] = useState(entered?.email ?? '')
  const summary = useRef<HTMLElement>(null)
  const remove = () => {
    setTyped('')
    enter(null)
    // The pressed button goes; without this the focus would be lost.
    requestAnimationFrame(() => summary.current?.focus())
  }
  if (entered && answer?.saving) {
    return (
      <p className="flex flex-wrap items-baseline gap-x-4 border-line border-t px-5 py-3 sm:px-7">
        <span className="min-w-0 wrap-anywhere">
          Code {answer.name}{' '}
          <button
            type="button"
            onClick={remove}
            disabled={disabled}
            className="link min-h-8 text-sm"
          >
            Remove<span className="sr-only"> code {answer.name}</span>
          </button>
        </span>
        <span className="ml-auto text-gold-deep" data-testid="code-saving">
          −<LiveValue>{withDollarSign(answer.saving)}</LiveValue>
        </span>
      </p>
    )
  }
  const problem = answer?.problem
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const code = typed.trim()
    enter(code === '' ? null : { code, ...(email.trim() && { email: email.trim() }) })
  }
  const described = problem ? 'discount-code-problem' : undefined
  return (
    <details open={problem !== undefined} className="border-line border-t px-5 py-2 sm:px-7">
      <summary ref={summary} className="link flex min-h-11 items-center">
        Have a discount code?
      </summary>
      <form onSubmit={submit} className="mb-3 grid gap-3">
        {answer?.needsEmail && (
          <label className="grid gap-1 text-sm">
            Email address
            <input
              type="email"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
              autoComplete="email"
              maxLength={254}
              disabled={disabled}
              aria-describedby={described}
              className="input"
            />
          </label>
        )}
        <div className="flex gap-3">
          <input
            type="text"
            aria-label="Discount code"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={100}
            disabled={disabled}
            aria-invalid={problem ? true : undefined}
            aria-describedby={described}
            className="input min-w-0 flex-1"
          />
          <button type="submit" disabled={disabled} className="button button-line">
            Apply
          </button>
        </div>
        <p id="discount-code-problem" role="status" className="field-note text-alert empty:hidden">
          {problem}
        </p>
        {entered && problem && (
          <button
            type="button"
            onClick={remove}
            className="link min-h-8 justify-self-start text-sm"
          >
            Remove code
          </button>
        )}
      </form>
    </details>
  )
}
