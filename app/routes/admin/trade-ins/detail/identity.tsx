import { Form } from 'react-router'
import { type Identity, identityNames, nameInSentence } from '#app/domain/trade-ins/identity.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { Facts } from '../../components/facts.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { ActionForm, type ShownTradeIn } from './action-form.tsx'

type Props = {
  page: ShownTradeIn
  /** Where an owner of the shop has just asked for it. */
  identity: Identity | null
}

/** Stored encrypted, read by owners of the shop alone, deleted after the time under the terms [TRADE-59]. */
export function IdentityPanel({ page, identity: shown }: Props) {
  const { asked, missing, noted } = page.identity
  if (page.tradeIn.kind === 'recast' || (asked.length === 0 && !noted)) return null
  const open = missing.map(nameInSentence)
  return (
    <section className="admin-panel grid gap-4">
      <h2>Seller’s identity</h2>
      <p className="text-sm">
        {open.length === 0 ? 'On file.' : `Needed before you pay: ${open.join(', ')}.`}
      </p>
      {shown && (
        <div role="status">
          <Facts facts={asked.map((field) => [identityNames[field], shown[field]])} />
        </div>
      )}
      {noted && !shown && page.mayReadIdentity && (
        <Form method="post" preventScrollReset>
          <SubmitButton action="trade-in-read-identity">Show</SubmitButton>
          <p className="mt-1 text-muted text-sm">The log records that you read it.</p>
        </Form>
      )}
      <ActionForm
        page={page}
        name="identity"
        button="Save identity"
        summary={noted ? 'Replace ID information' : 'Add ID information'}
      >
        {asked.map((field) => (
          <TextField
            key={field}
            name={field}
            label={identityNames[field]}
            type={field === 'birthDate' ? 'date' : 'text'}
            maxLength={200}
          />
        ))}
        <p className="text-muted text-sm">
          Stored encrypted. Only shop owners can read it, until it’s deleted after the time in the
          trade-in terms.
        </p>
      </ActionForm>
    </section>
  )
}
