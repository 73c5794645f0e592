import { Form, Link } from 'react-router'
import { discountsPage } from '#app/.server/discounts/queries/discounts-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { actionOf } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { Table } from '../components/table.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/page.ts'
import { discountActions } from './actions.ts'
import { CodeForm } from './code-form.tsx'

export async function loader({ context, request }: Route.LoaderArgs) {
  const edit = new URL(request.url).searchParams.get('edit')
  return discountsPage(context.get(appContext), edit)
}

export const action = actionOf(discountActions)

export const clientAction = keepingScreen<Route.ClientActionArgs>('This wasn’t saved.')

export const meta: Route.MetaFunction = () => adminTitle('Discount Codes')

export default function Discounts({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, edited } = loaderData
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Discount Codes</h1>
      <p className="mt-2 max-w-xl text-muted">
        Buyers enter a code in the cart. The discount applies to the flat fee only, unless you
        extend it to the metal value.
      </p>
      <ErrorBanner error={refused} />
      {codes.length > 0 && <Codes codes={codes} />}
      {/* Empty again once a code was saved. */}
      <CodeForm
        key={`${edited?.code_id}-${edited?.revision}-${codes.length}`}
        edited={edited}
        refused={refused?.typed?.action === 'save' ? refused : undefined}
      />
    </>
  )
}

function Codes({ codes }: { codes: Route.ComponentProps['loaderData']['codes'] }) {
  return (
    <Table className="mt-6" columns={['Code', ['Discounts given', 'figure'], ['Action', 'figure']]}>
      <tbody>
        {codes.map(({ id, code, about, active, hasEnded, used, given }) => (
          <tr key={id}>
            <th scope="row" className="font-normal">
              <Link to={`?edit=${id}#code-form`} className="link">
                {code}
              </Link>
              {(!active || hasEnded) && (
                <span className="text-muted"> ({active ? 'ended' : 'stopped'})</span>
              )}
              <span className="block text-muted text-sm wrap-anywhere">{about.join(' · ')}</span>
            </th>
            <td className="figure">
              {given}
              <span className="block text-muted text-sm">
                {used === 1 ? '1 order' : `${used} orders`}
              </span>
            </td>
            <td className="figure">
              <Form method="post" preventScrollReset>
                <input type="hidden" name="action" value={active ? 'stop' : 'resume'} />
                <input type="hidden" name="code_id" value={id} />
                <SubmitButton aria-label={`${active ? 'Stop' : 'Resume'} ${code}`}>
                  {active ? 'Stop' : 'Resume'}
                </SubmitButton>
              </Form>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
