import { adminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { FormFields } from '#app/ui/forms/form-fields.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { adminTitle } from '../components/admin-title.ts'
import { keepingScreen } from '../components/client-action.ts'
import { ErrorBanner } from '../components/error-banner.tsx'
import { useAnswer } from '../components/toasts.tsx'
import { useReloadOn } from '../components/use-reload-on.ts'
import type { Route } from './+types/page.ts'
import { performGoldPriceAction, type SubmittedForm } from './actions.ts'
import { CurrentPrice } from './current-price.tsx'
import { LastPrices } from './last-prices.tsx'
import { OrdersToDecide } from './orders-to-decide.tsx'
import { PriceForm } from './price-form.tsx'
import { PricesUnderReview } from './prices-under-review.tsx'
import { Selling } from './selling.tsx'
import { WithdrawPrice } from './withdraw-price.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url)
  const withdraw = searchParams.get('withdraw') ?? ''
  const asked = {
    page: Number(searchParams.get('page') ?? 1),
    prices: Number(searchParams.get('prices') ?? 1),
    withdraw: /^\d{1,15}$/.test(withdraw) ? Number(withdraw) : null,
  }
  return adminGoldPricePage(context.get(appContext), asked, goldPriceOfRequest(context))
}

export async function action(args: Route.ActionArgs) {
  return performGoldPriceAction(args)
}

export const clientAction = keepingScreen<Route.ClientActionArgs>('Unexpected error: no answer')

export const meta: Route.MetaFunction = () => adminTitle('Gold Price')

const notLoaded = { message: 'Failed to load current gold price' }

export default function GoldPrice({ loaderData, actionData }: Route.ComponentProps) {
  const refused = useAnswer<SubmittedForm>(actionData)
  const saved = actionData && 'isSaved' in actionData ? actionData : null
  // Loads again when the price changes or waits for a decision, no matter who caused it.
  const { pricePerGram, takenAt, state } = useGoldPrice()
  useReloadOn([pricePerGram, takenAt, state].join(' '))
  return (
    <>
      <h1>Gold Price</h1>
      <ErrorBanner error={loaderData.loaded ? null : notLoaded} />
      <ErrorBanner error={refused} />
      <div className="mt-6 grid grid-cols-1 gap-8">
        <FormFields refused={refused}>
          {loaderData.withdrawal && (
            <WithdrawPrice key={loaderData.withdrawal.id} preview={loaderData.withdrawal} />
          )}
        </FormFields>
        <OrdersToDecide {...loaderData.toDecide} />
        <PricesUnderReview held={loaderData.held} />
        <CurrentPrice data={loaderData} />
        <FormFields refused={refused}>
          <Selling stop={loaderData.stop} />
        </FormFields>
        <PriceForm data={loaderData} refused={refused} saved={saved} />
        <LastPrices prices={loaderData.prices} />
      </div>
    </>
  )
}
