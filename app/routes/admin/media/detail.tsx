import { Form, Link } from 'react-router'
import { type MediaDetail, mediaDetail } from '#app/.server/media/queries/media-detail.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepScreen } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { formatCount } from '../components/format-count.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { showToast, useAnswer } from '../components/toasts.tsx'
import { formatBytes } from '../system/format-bytes.ts'
import type { Route } from './+types/detail.ts'
import { mediaActions } from './actions.ts'
import { EditPicture } from './edit-picture.tsx'

export async function loader({ context, params }: Route.LoaderArgs) {
  return found(mediaDetail(context.get(appContext), params.id))
}

export const action = actionOf(mediaActions)

export async function clientAction({ serverAction, request }: Route.ClientActionArgs) {
  const asked = await request.clone().formData()
  try {
    return await keepScreen(serverAction, 'This wasn’t done.')
  } catch (answer) {
    if (asked.get('action') === 'delete') showToast('The image was deleted')
    throw answer
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => adminTitle(loaderData?.name ?? 'Image')

export default function MediaScreen({ loaderData: picture, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { name, masterWidth, masterHeight, bytes, createdAt, createdBy } = picture
  return (
    <article>
      <BackLink to="/admin/dashboard/media">All images</BackLink>
      <h1 className="mt-2 wrap-anywhere">{name}</h1>
      <ErrorBanner error={refused} />
      <div className="mt-6 grid items-start gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <FormFields refused={refused}>
          <EditPicture key={picture.revision} picture={picture} />
        </FormFields>
        <div className="grid min-w-0 gap-6">
          <section aria-labelledby="uses" className="admin-panel">
            <h2 id="uses">Where it is used</h2>
            <Uses uses={picture.uses} />
          </section>
          <section aria-labelledby="about" className="admin-panel grid gap-3">
            <h2 id="about">The file</h2>
            <Facts
              facts={[
                ['Stored', `${masterWidth} × ${masterHeight} pixels`],
                ['All sizes', formatBytes(bytes)],
                ['Uploaded', <ShopTime key="at" at={createdAt} />],
                ['By', createdBy],
              ]}
            />
          </section>
          <Delete picture={picture} />
        </div>
      </div>
    </article>
  )
}

const editors = { product: '/admin/products/edit/', text: '/admin/dashboard/texts/' }

function Uses({ uses }: Pick<MediaDetail, 'uses'>) {
  if (uses.length === 0)
    return <p className="mt-2 text-muted text-sm">No products or pages use it.</p>
  return (
    <ul className="mt-2 grid gap-1">
      {uses.map(({ in: where, id, name }) => (
        <li key={`${where} ${id}`}>
          <Link
            to={`${editors[where]}${encodeURIComponent(id)}`}
            className="link inline-block py-1 wrap-anywhere"
          >
            {name}
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Delete({ picture: { uses } }: { picture: MediaDetail }) {
  if (uses.length > 0) {
    const what = uses.some((use) => use.in === 'text') ? 'place' : 'product'
    return (
      <p className="text-muted text-sm">
        It can be deleted once {formatCount(uses.length, what)} no longer{' '}
        {uses.length === 1 ? 'shows' : 'show'} it.
      </p>
    )
  }
  return (
    <Disclosure label="Delete this image" className="text-sm">
      <Form method="post" className="mt-2 grid justify-items-start gap-3">
        <p>It’s permanently removed from the library. Earlier backups still have a copy.</p>
        <SubmitButton action="delete">Delete permanently</SubmitButton>
      </Form>
    </Disclosure>
  )
}
