import { useState } from 'react'
import { SubmitButton } from '../components/submit-button.tsx'
import { showToast } from '../components/toasts.tsx'
import { AccountForm, type Answered, answerTo } from './account-form.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

type Props = { left: number; email: string; answered: Answered }

/** How many codes are left, and new ones, shown once [SESS-06]. */
export function RecoveryCodes({ left, email, answered }: Props) {
  const shown = answerTo('recovery-codes', answered)?.shown
  return (
    <AccountForm
      intent="recovery-codes"
      title="Recovery codes"
      opens="Make new codes …"
      about={
        <>
          You have <strong className="text-ink">{left} unused</strong> recovery{' '}
          {left === 1 ? 'code' : 'codes'}. Each signs you in once, in place of a code from the app.
          New ones end the old ones.
        </>
      }
      answered={answered}
    >
      {shown?.is === 'recovery codes' && <NewCodes codes={shown.codes} />}
      <AccountName email={email} />
      <CurrentPassword />
      <MfaCode />
      <SubmitButton gold className="justify-self-start">
        Make New Codes
      </SubmitButton>
    </AccountForm>
  )
}

function NewCodes({ codes }: { codes: readonly string[] }) {
  const [isKept, setKept] = useState(false)
  if (isKept) return null
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => showToast('Recovery codes copied'),
      () => showToast('This browser does not copy', 'Please mark the codes and copy them.'),
    )
  return (
    <div className="admin-panel grid gap-4">
      <p>
        Keep these where you would find them without your telephone. They are shown this once: with
        a reload of this page they are gone.
      </p>
      <ul
        aria-label="Recovery codes"
        className="tabular grid gap-x-6 gap-y-2 font-medium tracking-wider whitespace-nowrap sm:grid-cols-2"
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
        <button type="button" onClick={() => setKept(true)} className="button button-line">
          I Have Kept Them
        </button>
      </p>
    </div>
  )
}
