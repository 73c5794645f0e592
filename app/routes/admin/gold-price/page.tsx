import { useEffect } from 'react'
import { data, useNavigation } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { adminGoldPricePage } from '#app/.server/gold-price/queries/admin-gold-price-page.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { ErrorBanner } from '../components/error-banner.tsx'
import { stayingHere } from '../components/staying-here.ts'
import { useToast } from '../components/toasts.tsx'
import { useReloadOn } from '../components/use-reload-on.ts'
import type { Route } from './+types/page.ts'
import { act } from './actions.ts'
import { CurrentPrice } from './current-price.tsx'
import { HeldPrices } from './held-prices.tsx'
import { LastPrices } from './last-prices.tsx'
import { PriceForm } from './price-form.tsx'

export async function loader({ request, context }: Route.LoaderArgs) {
  const page = Number(new URL(request.url).searchParams.get('page') ?? 1)
  return adminGoldPricePage(context.get(appContext), page)
}

export async function action({ request, context }: Route.ActionArgs) {
  const { email } = context.get(adminContext)
  const answer = await act(context.get(appContext), email, await request.formData())
  return data(answer, { status: answer.status })
}

export async function clientAction({ serverAction }: Route.ClientActionArgs) {
  return stayingHere(serverAction, 'Unexpected error: no answer')
}

export const meta: Route.MetaFunction = () => [{ title: 'Gold Price' }]

const notLoaded = { message: 'Failed to load current gold price' }

export default function GoldPriceTab({ loaderData: desk, actionData }: Route.ComponentProps) {
  const answer = actionData && 'ok' in actionData ? actionData : undefined
  const refused = answer?.ok === false ? answer : undefined
  const notDone = actionData && 'refused' in actionData ? actionData.refused : undefined
  const busy = useNavigation().formMethod === 'POST'
  const say = useToast()
  useEffect(() => {
    if (answer?.ok) say(answer.message, answer.detail)
  }, [answer, say])
  useFollowing()
  return (
    <>
      <h1>Gold Price</h1>
      <ErrorBanner error={desk.loaded ? null : notLoaded} />
      <ErrorBanner error={notDone ?? refused} />
      {refused?.detail && <p className="text-muted text-sm">{refused.detail}</p>}
      <div className="mt-6 grid grid-cols-1 gap-8">
        <HeldPrices held={desk.held} busy={busy} />
        <CurrentPrice desk={desk} busy={busy} />
        <PriceForm desk={desk} busy={busy} answer={answer} />
        <LastPrices last={desk.last} />
      </div>
    </>
  )
}

/** Looks again when the price changes or waits for a decision, whoever caused it. */
function useFollowing(): void {
  const { pricePerGram, takenAt, state } = useGoldPrice()
  useReloadOn([pricePerGram, takenAt, state].join(' '))
}
