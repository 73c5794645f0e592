import { Form } from 'react-router'
import { redirectsPage } from '#app/.server/content/queries/redirects.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { TextField } from '#app/ui/forms/fields.tsx'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { BackLink } from '../components/back-link.tsx'
import { keepingScreen } from '../components/client-action.ts'
import { Disclosure } from '../components/disclosure.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { formatCount } from '../components/format-count.ts'
import { EmptyList, List } from '../components/list.tsx'
import { readList } from '../components/list-definition.ts'
import { ShopTime } from '../components/shop-time.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Table } from '../components/table.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/redirects.ts'
import { redirectActions } from './redirect-actions.ts'

const redirectsList = {
  search: { label: 'Search redirects', placeholder: 'Part of an address' },
  choices: {},
} as const

export async function loader({ context, request }: Route.LoaderArgs) {
  const asked = readList(redirectsList, new URL(request.url).searchParams)
  return { asked, ...(await redirectsPage(context.get(appContext), asked)) }
}

export const action = actionOf(redirectActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('Nothing was changed.')

export const meta: Route.MetaFunction = () => adminTitle('Redirects')

const columns = [
  'Old web address',
  ['Redirects to', 'max-sm:hidden'],
  ['Added', 'max-sm:hidden'],
] as const

/** Old addresses and where they lead now [SEO-12]. */
export default function Redirects({ loaderData, actionData }: Route.ComponentProps) {
  const { asked, redirects, total } = loaderData
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <BackLink to="/admin/dashboard/texts">Content</BackLink>
      <h1 className="mt-2">Redirects</h1>
      <p className="mt-2 max-w-2xl text-muted">
        Send visitors and search engines from an address that no longer exists to a page that does.
        When the web address of a product changes, its redirect is added automatically.
      </p>
      <ErrorBanner error={refused} />
      <FormFields refused={refused}>
        {/* It posts to the first page, which begins with the one that was added; then the fields are empty. */}
        <Form
          key={redirects[0]?.path}
          method="post"
          action="/admin/dashboard/redirects"
          className="mt-6 grid max-w-2xl gap-4"
        >
          <TextField
            name="from"
            label="Old web address"
            hint="For example /shop/sound-wave. There must be no page there."
            required
            spellCheck={false}
            autoComplete="off"
          />
          <TextField
            name="to"
            label="New web address"
            hint="A page of this site, for example /products."
            required
            spellCheck={false}
            autoComplete="off"
          />
          <div>
            <SubmitButton action="add">Add redirect</SubmitButton>
          </div>
        </Form>
      </FormFields>
      <List
        list={redirectsList}
        asked={asked}
        found={loaderData}
        count={formatCount(total, 'redirect')}
        empty={
          <EmptyList next={[asked.q !== '' && ['?', 'Show all redirects']]}>
            {asked.q === '' ? 'There are no redirects yet.' : 'No redirects match your search.'}
          </EmptyList>
        }
      >
        <Table caption="Redirects, newest first" className="mt-6" columns={columns}>
          <tbody>
            {redirects.map((each) => (
              <Row key={each.path} {...each} />
            ))}
          </tbody>
        </Table>
      </List>
    </>
  )
}

type RowProps = Route.ComponentProps['loaderData']['redirects'][number]

function Row({ path, target, madeBy, createdAt }: RowProps) {
  return (
    <tr>
      <td className="!whitespace-normal wrap-anywhere">
        {path}
        <a href={target} className="link block py-1 text-sm sm:hidden">
          Redirects to {target}
        </a>
        <Disclosure label="Delete this redirect…" className="mt-1 text-sm">
          <Form method="post" className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
            <input type="hidden" name="path" value={path} />
            <span>Visitors will see “Page not found.”</span>
            <SubmitButton action="delete">Delete redirect</SubmitButton>
          </Form>
        </Disclosure>
      </td>
      <td className="!whitespace-normal wrap-anywhere max-sm:hidden">
        <a href={target} className="link inline-block py-1">
          {target}
        </a>
      </td>
      <td className="!whitespace-normal text-sm max-sm:hidden">
        <ShopTime at={createdAt} />
        <span className="block text-muted wrap-anywhere">{madeBy ?? 'Web address changed'}</span>
      </td>
    </tr>
  )
}
