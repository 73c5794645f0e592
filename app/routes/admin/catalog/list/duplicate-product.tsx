import { Form } from 'react-router'

/** Makes a hidden copy and opens it [BULK-06]. */
export function DuplicateProduct({ id, name, once }: { id: string; name: string; once: string }) {
  return (
    <Form method="post">
      <input type="hidden" name="id" value={id} />
      <input type="hidden" name="once" value={once} />
      <button type="submit" name="action" value="duplicate" className="link py-2">
        Duplicate<span className="sr-only"> {name}</span>
      </button>
    </Form>
  )
}
