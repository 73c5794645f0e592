import { type ReactNode, useState } from 'react'
import { copyText } from '#app/ui/copy-text.ts'
import { brand } from '#brand'

type Props = {
  codes: readonly string[]
  email: string
  /** What is shown after the buttons. */
  children?: ReactNode
}

/**
 * Recovery codes on the one screen that shows them, to be copied or printed. On paper nothing else of
 * the screen stands (admin.css).
 */
export function NewRecoveryCodes({ codes, email, children }: Props) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    const copied = await copyText(codes.join('\n'))
    setSaid(
      copied
        ? 'Copied. Paste them where you keep passwords.'
        : 'This browser can’t copy them. Select the codes and copy them yourself.',
    )
  }
  return (
    <div className="admin-panel grid gap-4" data-print-alone>
      <div className="hidden print:block">
        <p className="font-display text-2xl font-semibold">{brand.name}</p>
        <p className="mt-2">
          Recovery codes for <strong>{email}</strong>. Each works once, with the password, in place
          of a code from the app. Cross out the ones you’ve used.
        </p>
      </div>
      <ul
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,17rem),1fr))] gap-x-6 gap-y-2 text-sm font-medium tracking-wide"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <p className="flex flex-wrap gap-3 print:hidden">
        <button type="button" onClick={() => void copy()} className="button button-line">
          Copy
        </button>
        <button type="button" onClick={() => window.print()} className="button button-line">
          Print
        </button>
        {children}
      </p>
      <p role="status" className="text-sm empty:hidden print:hidden">
        {said}
      </p>
    </div>
  )
}
