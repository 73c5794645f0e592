import { data, Form, Link, redirect } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { changeMedia } from '#app/.server/media/commands/change-media.ts'
import { deleteMedia } from '#app/.server/media/commands/delete-media.ts'
import { describeMedia } from '#app/.server/media/commands/describe-media.ts'
import { type MediaDetail, mediaDetail } from '#app/.server/media/queries/media-detail.ts'
import { found } from '#app/.server/platform/http/page-errors.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { describeForm, mediaForm } from '#app/contracts/media/media.ts'
import { fieldErrors, formTexts } from '#app/contracts/platform/form-data.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { Facts } from '../components/facts.tsx'
import { formatCount } from '../components/format-count.ts'
import { runCommand } from '../components/run-command.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { SubmitButton } from '../components/submit-button.tsx'
import { showToast, useAnswer } from '../components/toasts.tsx'
import { formatBytes } from '../system/format-bytes.ts'
import type { Route } from './+types/detail.ts'
import { EditPicture } from './edit-picture.tsx'

const library = '/admin/dashboard/media'

export async function loader({ context, params }: Route.LoaderArgs) {
  return found(mediaDetail(context.get(appContext), params.id))
}

export async function action({ context, params: { id }, request }: Route.ActionArgs) {
  const app = context.get(appContext)
  const { email: by } = context.get(adminContext)
  const typed = await formTexts(request)
  const invalid = (errors: Record<string, string>) => {
    const message = Object.values(errors)[0] ?? 'This cannot be done here.'
    return data({ refused: { code: 'invalid_request', message, errors, typed } }, { status: 400 })
  }
  if (typed.action === 'describe') {
    const parsed = describeForm.safeParse(typed)
    if (!parsed.success) return invalid(fieldErrors(parsed.error))
    return runCommand(
      app,
      async () => {
        await describeMedia(app, { id, by, alt: parsed.data.alt })
        return { done: 'The words were saved.' }
      },
      typed,
    )
  }
  if (typed.action === 'delete') {
    return runCommand(
      app,
      async () => {
        await deleteMedia(app, { id, by })
        return redirect(library)
      },
      typed,
    )
  }
  const parsed = mediaForm.safeParse(typed)
  if (!parsed.success) return invalid(fieldErrors(parsed.error))
  const { revision, alt, rotation, focusX, focusY, ...cut } = parsed.data
  return runCommand(
    app,
    async () => {
      const focus = { x: focusX, y: focusY }
      await changeMedia(app, { id, by, revision, alt, rotation, cut, focus })
      return { done: 'The picture was saved.' }
    },
    typed,
  )
}

export async function clientAction({ serverAction, request }: Route.ClientActionArgs) {
  const asked = await request.clone().formData()
  try {
    return await keepScreen(serverAction, 'This was not done.')
  } catch (answer) {
    if (asked.get('action') === 'delete') showToast('The picture was deleted')
    throw answer
  }
}

export const meta: Route.MetaFunction = ({ loaderData }) => [
  { title: `${loaderData?.name ?? 'Picture'}, admin` },
]

export default function MediaScreen({ loaderData: picture, actionData }: Route.ComponentProps) {
  const refused = useAnswer<Record<string, string>>(actionData)
  const { name, masterWidth, masterHeight, bytes, createdAt, createdBy } = picture
  return (
    <article>
      <p className="text-sm">
        <Link to={library} className="link inline-block py-1">
          All pictures
        </Link>
      </p>
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
                ['Kept', `${masterWidth} × ${masterHeight} pixels`],
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
    return <p className="mt-2 text-muted text-sm">No product and no text shows it.</p>
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
    <details className="text-sm">
      <summary className="link w-max cursor-pointer py-1">Delete this picture</summary>
      <Form method="post" className="mt-2 grid justify-items-start gap-3">
        <p>It leaves the library for good; a copy stays in backups that were written before.</p>
        <SubmitButton name="action" value="delete">
          Delete it for good
        </SubmitButton>
      </Form>
    </details>
  )
}
