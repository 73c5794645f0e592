import { Form, Link } from 'react-router'
import { saveDiscountCode } from '#app/.server/discounts/commands/save-discount-code.ts'
import { switchDiscountCode } from '#app/.server/discounts/commands/switch-discount-code.ts'
import { discountsPage } from '#app/.server/discounts/queries/discounts-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { discountForms } from '#app/contracts/discounts/discount-code.ts'
import { adminTitle } from '../components/admin-title.ts'
import { keepScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { performAction, staffAction } from '../components/staff-actions.ts'
import { SubmitButton } from '../components/submit-button.tsx'
import { TableBox, TableHead } from '../components/table.tsx'
import { useAnswer } from '../components/toasts.tsx'
import type { Route } from './+types/page.ts'
import { CodeForm } from './code-form.tsx'

const actions = {
  save: staffAction({
    form: discountForms.save,
    reauth: 'once valid',
    run: saveDiscountCode,
    answer: (code) => `Saved ${code}.`,
  }),
  stop: staffAction({
    form: discountForms.switch,
    reauth: 'never',
    run: (app, input) => switchDiscountCode(app, { ...input, active: false }),
    answer: (code) => `Stopped ${code}.`,
  }),
  resume: staffAction({
    form: discountForms.switch,
    reauth: 'once valid',
    run: (app, input) => switchDiscountCode(app, { ...input, active: true }),
    answer: (code) => `${code} can be used again.`,
  }),
}

export async function loader({ context, request }: Route.LoaderArgs) {
  const edit = new URL(request.url).searchParams.get('edit')
  return discountsPage(context.get(appContext), edit)
}

export async function action(args: Route.ActionArgs) {
  return performAction(actions, args)
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return keepScreen(serverAction, 'This wasn’t saved.')
}

export const meta: Route.MetaFunction = () => adminTitle('Discount Codes')

export default function Discounts({ loaderData, actionData }: Route.ComponentProps) {
  const { codes, edited } = loaderData
  const refused = useAnswer<Record<string, string>>(actionData)
  return (
    <>
      <h1>Discount Codes</h1>
      <p className="mt-2 max-w-xl text-muted">
        Buyers enter a code in the cart. It’s taken off the flat fee, never off the gold unless you
        allow it.
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
    <TableBox className="mt-6">
      <table className="admin-table">
        <TableHead columns={['Code', ['Taken off', 'figure'], ['Change', 'figure']]} />
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
      </table>
    </TableBox>
  )
}
