import { Field } from '#app/ui/forms/field.tsx'

/** So that password managers know which account this is. */
export function AccountName({ email }: { email: string }) {
  return (
    <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
  )
}

export function CurrentPassword({ label = 'Current password' }: { label?: string }) {
  return (
    <Field label={label}>
      <input
        className="input"
        name="current"
        type="password"
        autoComplete="current-password"
        required
      />
    </Field>
  )
}

export function MfaCode({ error }: { error?: string | undefined }) {
  return (
    <Field
      label="Code from your phone app"
      error={error}
      hint="Six digits, or one of your recovery codes. Each code works only once."
    >
      <input
        className="input tabular"
        name="code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        required
      />
    </Field>
  )
}
