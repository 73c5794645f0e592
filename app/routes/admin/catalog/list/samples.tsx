import { Form } from 'react-router'
import { Disclosure } from '#app/routes/admin/components/disclosure.tsx'
import { formatCount } from '#app/routes/admin/components/format-count.ts'
import { SubmitButton } from '#app/routes/admin/components/submit-button.tsx'

/**
 * Leads to the change that hides them: it is seen before it is made, and can be undone [BULK-10]. Deleting them
 * is done here, by a second press [BULK-11].
 */
export function Samples({ shown }: { shown: readonly { id: string; name: string }[] }) {
  const ids = shown.map(({ id }) => id)
  const samples = formatCount(ids.length, 'sample product')
  return (
    <div className="mt-6 grid gap-2 border border-notice px-4 py-3">
      <Form
        method="post"
        action="/admin/dashboard/products/bulk"
        className="flex flex-wrap items-center gap-x-5 gap-y-2"
      >
        <p>Shoppers can see {samples} that came with your shop.</p>
        {ids.map((id) => (
          <input key={id} type="hidden" name="id" value={id} />
        ))}
        <button type="submit" name="active" value="no" className="button button-line">
          Hide {samples}
        </button>
      </Form>
      <Disclosure look="text" label="Delete them instead">
        <p>
          {shown.map(({ name }) => name).join(', ')}. They can’t be restored. Past orders aren’t
          affected.
        </p>
        <Form method="post" preventScrollReset>
          <input type="hidden" name="ids" value={ids.join(',')} />
          <SubmitButton action="delete samples">Delete {samples}</SubmitButton>
        </Form>
      </Disclosure>
    </div>
  )
}
