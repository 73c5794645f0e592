import { Form } from 'react-router'
import type { StaffPage } from '#app/.server/auth/queries/staff-page.ts'
import { roleNames } from '#app/domain/access/rights.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { Disclosure } from '../components/disclosure.tsx'
import { Facts } from '../components/facts.tsx'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import type { NewSecondFactor, StaffFailure } from './actions.ts'
import { ResetSecondFactor } from './reset-second-factor.tsx'
import { RoleSelect } from './role-select.tsx'

type Props = {
  people: StaffPage['people']
  ownId: string
  reset: NewSecondFactor | null
  refused: StaffFailure | undefined
}

/** Everybody who can sign in, another role for them, and the way out [ROLE-04, ROLE-05]. */
export function People({ people, ownId, reset, refused }: Props) {
  return (
    <section aria-labelledby="people">
      <h2 id="people">People</h2>
      <ul className="mt-6 grid grid-cols-1 gap-3">
        {people.map(({ id, email, role, createdAt, signedInAt }) => (
          <li key={id} className="admin-panel grid grid-cols-1 gap-4">
            <p className="font-medium wrap-anywhere">
              {email}
              {id === ownId && <span className="font-normal text-muted"> (you)</span>}
            </p>
            <Facts
              facts={[
                ['Role', roleNames[role]],
                ['Last sign-in', signedInAt ? <ShopTime key="in" at={signedInAt} /> : 'not yet'],
                ['Added', <ShopTime key="added" at={createdAt} />],
              ]}
            />
            <Form method="post" preventScrollReset className="flex flex-wrap items-end gap-3">
              <input type="hidden" name="action" value="role" />
              <input type="hidden" name="email" value={email} />
              <Field label={`Role for ${email}`} className="min-w-0 grow basis-40 wrap-anywhere">
                <RoleSelect key={role} initial={role} />
              </Field>
              <SubmitButton aria-label={`Change Role, ${email}`}>Change Role</SubmitButton>
            </Form>
            {id !== ownId && <ResetSecondFactor email={email} reset={reset} refused={refused} />}
            <Disclosure label={`Remove ${id === ownId ? 'yourself' : 'this person'}…`}>
              <Form method="post" preventScrollReset className="mt-2 grid gap-3">
                <input type="hidden" name="action" value="remove" />
                <input type="hidden" name="email" value={email} />
                <p className="text-muted wrap-anywhere">
                  {id === ownId ? 'You' : email} will be signed out everywhere and won’t be able to
                  sign back in. Any invitations {id === ownId ? 'you' : 'they'} sent will be
                  canceled.
                </p>
                <SubmitButton aria-label={`Remove, ${email}`} className="justify-self-start">
                  Remove
                </SubmitButton>
              </Form>
            </Disclosure>
          </li>
        ))}
      </ul>
    </section>
  )
}
