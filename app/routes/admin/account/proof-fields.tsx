import { TextField } from '#app/ui/forms/fields.tsx'

/** So that password managers know which account this is. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  )
}

export function CurrentPassword({ label = 'Current password' }: { label?: string }) {
  return (
    <TextField
      name="current"
      label={label}
      type="password"
      autoComplete="current-password"
      required
    />
  )
}

export function MfaCode({ error }: { error?: string | undefined }) {
  return (
    <TextField
      name="code"
      label="Authenticator code"
      error={error}
      hint="Six digits, or one of your recovery codes. Each code works only once."
      kind="code"
      autoComplete="one-time-code"
      required
    />
  )
}

/** Twice, because nobody can read what is typed. */
export function NewPasswordFields() {
  return (
    <>
      <TextField
        name="password"
        label="New password"
        hint="At least 12 characters. A few random words work well."
        type="password"
        autoComplete="new-password"
        required
      />
      <TextField
        name="again"
        label="Confirm new password"
        type="password"
        autoComplete="new-password"
        required
      />
    </>
  )
}
