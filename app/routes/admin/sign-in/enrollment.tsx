import { ErrorScreen } from '#app/ui/layout/error-screen.tsx'
import { AdminFrame } from '../components/admin-frame.tsx'
import { AccountStep } from './account-step.tsx'
import { CodeStep } from './code-step.tsx'
import type { EnrollmentResult } from './perform-enrollment.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SignInLayout } from './sign-in-layout.tsx'

type Props = {
  title: string
  /** What the link is for, over the first form. */
  about: string
  /** The address it is for; null where it is typed. */
  email: string | null
  /** On the button that makes the admin. */
  finish: string
  answer: EnrollmentResult | undefined
}

/** Password, then second factor, then the recovery codes: the screen of a link that makes an admin. */
export function EnrollmentScreen({ title, about, email, finish, answer }: Props) {
  const step = answer ?? { step: 'account', email: '', errors: {} }
  if (step.step === 'done') {
    return (
      <SignInLayout title="You are signed in">
        <RecoveryCodes codes={step.recoveryCodes} email={step.email} />
      </SignInLayout>
    )
  }
  return (
    <SignInLayout title={title}>
      {step.step === 'code' ? (
        <CodeStep {...step} finish={finish} />
      ) : (
        <AccountStep {...step} about={about} given={email} />
      )}
    </SignInLayout>
  )
}

/** In its place where the link leads nowhere. */
export function EnrollmentError({ error }: { error: unknown }) {
  return (
    <AdminFrame email={null} health={null}>
      <ErrorScreen error={error} />
    </AdminFrame>
  )
}
