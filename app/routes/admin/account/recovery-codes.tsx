import { useState } from 'react'
import { areFewLeft } from '#app/domain/access/recovery-codes.ts'
import { NewRecoveryCodes } from '../components/new-recovery-codes.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { AccountForm, type Answered, answerTo } from './account-form.tsx'
import { AccountName, CurrentPassword, MfaCode } from './proof-fields.tsx'

type Props = { left: number; email: string; answered: Answered }

/** How many codes are left, and new ones, shown once [SESS-06]. */
export function RecoveryCodes({ left, email, answered }: Props) {
  const shown = answerTo('recovery-codes', answered)?.shown
  return (
    <AccountForm
      action="recovery-codes"
      title="Recovery codes"
      opens="Generate new codes…"
      about={
        <>
          You have <strong className="text-ink">{left} unused</strong> recovery{' '}
          {left === 1 ? 'code' : 'codes'}. Each code works once, in place of a code from your
          authenticator app. Creating new codes cancels the old ones.
          {areFewLeft(left) && (
            <span className="mt-4 block border border-notice px-4 py-3 text-ink">
              {left === 0
                ? 'Without a code or your phone, you’d be locked out.'
                : 'You are running low.'}{' '}
              Create new ones now, while you have your app.
            </span>
          )}
        </>
      }
      answered={answered}
    >
      {shown?.is === 'recovery codes' && <NewCodes codes={shown.codes} email={email} />}
      <AccountName email={email} />
      <CurrentPassword />
      <MfaCode />
      <SubmitButton gold className="justify-self-start">
        Generate New Codes
      </SubmitButton>
    </AccountForm>
  )
}

function NewCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const [isKept, setKept] = useState(false)
  if (isKept) return null
  return (
    <div className="grid gap-4">
      <p>
        Keep these somewhere you can find them without your phone. They’re shown only once. If you
        reload this page, they’ll be gone.
      </p>
      <NewRecoveryCodes codes={codes} email={email}>
        <button type="button" onClick={() => setKept(true)} className="button button-line">
          I’ve Saved Them
        </button>
      </NewRecoveryCodes>
    </div>
  )
}
