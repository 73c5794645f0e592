import { Form } from 'react-router'
import type { OwnPasskey } from '#app/.server/auth/queries/own-passkeys.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { usePasskeysKnown } from '../components/passkey.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { type Answered, answerTo } from './account-form.tsx'
import { AddPasskey } from './add-passkey.tsx'

type Props = { passkeys: readonly OwnPasskey[]; email: string; answered: Answered }

/** The admin's passkeys: what they are, other names for them, and the way to end one [PASSKEY-05]. */
export function Passkeys({ passkeys, email, answered }: Props) {
  const isKnown = usePasskeysKnown()
  const removing = answerTo('remove-passkey', answered)
  const renaming = answerTo('rename-passkey', answered)
  return (
    <section aria-labelledby="passkeys">
      <h2 id="passkeys">Passkeys</h2>
      <p className="mt-2 text-muted">
        With a passkey, you sign in with your fingerprint, face, or device PIN instead of a password
        and code. It works only on this site, so a fake sign-in page can’t steal it.
      </p>
      <ErrorBanner error={removing?.refused ?? renaming?.refused} />
      {passkeys.length > 0 && (
        <FormFields refused={{ errors: renaming?.fields }}>
          <ul className="mt-6 grid gap-3">
            {passkeys.map((passkey) => (
              <li key={passkey.id} className="admin-panel grid gap-3">
                <p className="font-medium wrap-anywhere">{passkey.name}</p>
                <Facts
                  facts={[
                    [
                      'Stored',
                      passkey.deviceType === 'multiDevice'
                        ? 'synced across your devices'
                        : 'on one device',
                    ],
                    ['Added', <ShopTime key="added" at={passkey.createdAt} />],
                    [
                      'Last used',
                      passkey.lastUsedAt ? (
                        <ShopTime key="used" at={passkey.lastUsedAt} />
                      ) : (
                        'not yet'
                      ),
                    ],
                  ]}
                />
                <Disclosure label="Rename" className="open:border-line open:border-b open:pb-5">
                  <Form method="post" preventScrollReset className="mt-2 grid gap-3">
                    <input type="hidden" name="action" value="rename-passkey" />
                    <input type="hidden" name="id" value={passkey.id} />
                    <TextField
                      name="name"
                      label={`New name for ${passkey.name}`}
                      maxLength={100}
                      required
                    />
                    <SubmitButton className="justify-self-start">Save Name</SubmitButton>
                  </Form>
                </Disclosure>
                <RemovePasskey passkey={passkey} />
              </li>
            ))}
          </ul>
        </FormFields>
      )}
      {isKnown ? (
        <Disclosure look="button" label="Add a passkey…">
          <AddPasskey email={email} hasOne={passkeys.length > 0} />
        </Disclosure>
      ) : (
        <p className="mt-4 text-muted">This browser doesn’t support passkeys.</p>
      )}
    </section>
  )
}

export function RemovePasskey({ passkey: { id, name } }: { passkey: OwnPasskey }) {
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="action" value="remove-passkey" />
      <input type="hidden" name="id" value={id} />
      <SubmitButton aria-label={`Remove, ${name}`}>Remove</SubmitButton>
    </Form>
  )
}
