import { useFetcher } from 'react-router'
import { productLimits } from '#app/contracts/catalog/product.ts'
import type { LibraryPicture } from '#app/contracts/media/media.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import type { Answer } from '../components/client-action.ts'

/** Asks what a picture shows, right after it was uploaded [MEDIA-04]. */
export function Describe({ picture }: { picture: LibraryPicture }) {
  const fetcher = useFetcher<Answer>()
  const answer = fetcher.data
  const refused = answer && 'refused' in answer ? answer.refused : null
  return (
    <fetcher.Form
      method="post"
      action={`/admin/dashboard/media/${picture.id}`}
      className="flex items-start gap-3"
    >
      <input type="hidden" name="action" value="describe" />
      <TextField
        name="alt"
        label="Image description (alt text)"
        hint="For people who can’t see it."
        error={refused?.errors?.alt ?? refused?.message}
        className="min-w-0 grow"
        defaultValue={picture.alt}
        required
        maxLength={productLimits.alt}
      />
      <button
        type="submit"
        disabled={fetcher.state !== 'idle'}
        className="button button-line mt-6 shrink-0"
      >
        {answer && 'done' in answer ? 'Saved' : 'Save'}
        <span className="sr-only">: {picture.name}</span>
      </button>
    </fetcher.Form>
  )
}
