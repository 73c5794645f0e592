import { Form } from 'react-router'
import type { TextDetail } from '#app/.server/content/queries/text-detail.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { Seen } from './text-versions.tsx'

type Props = { text: Pick<TextDetail, 'version' | 'draft' | 'reading' | 'toCheck'> }

/** Whether somebody who knows has read the version in use; each change asks for it again [TEXTS-05]. */
export function Reading({ text }: Props) {
  const { reading, toCheck } = text
  return (
    <section aria-labelledby="reading" className="admin-panel min-w-0">
      <h2 id="reading">Review</h2>
      {reading ? (
        <p className="mt-2 text-sm wrap-anywhere">
          Marked as reviewed by {reading.by}, <ShopTime at={reading.at} />. The next change will
          need another review.
        </p>
      ) : (
        <>
          <p className="mt-2 text-muted text-sm">
            Have a lawyer or subject-matter expert review this. It stays on the Setup page until you
            mark it as reviewed.
          </p>
          <ul className="mt-3 grid list-disc gap-1 pl-5 text-sm">
            {toCheck.map((what) => (
              <li key={what}>{what}</li>
            ))}
          </ul>
          <Form method="post" preventScrollReset className="mt-3">
            <Seen text={text} />
            <SubmitButton action="read">Mark as reviewed</SubmitButton>
          </Form>
        </>
      )}
    </section>
  )
}
