import { useEffect, useLayoutEffect } from 'react'
import { Link, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { shippingSetting } from '#app/.server/settings/shipping.ts'
import { readGoldPriceResponse } from '#app/contracts/gold-price/read-gold-price.ts'
import { pricePaused } from '#app/domain/selling/selling.ts'
import { offersOf } from '#app/domain/shipping/offered-shipping.ts'
import { yearAt } from '#app/domain/time/day.ts'
import { instantOf } from '#app/domain/time/local-time.ts'
import { brand } from '#brand'
import { offeredReminderHours } from './.server/cart-reminders/wanted.ts'
import { withSavedBrand } from './.server/content/current-texts.ts'
import { pageNotices } from './.server/content/queries/notices.ts'
import { goldPriceResponse } from './.server/gold-price/queries/gold-price.ts'
import { goldPriceOfRequest } from './.server/gold-price/queries/gold-price-of-request.ts'
import { offeredNewsletter } from './.server/newsletter/queries/sign-up.ts'
import { limitReads } from './.server/platform/http/limits/read-limits.ts'
import { showsGoldPrice, trueUntil } from './.server/platform/http/page-cache/page-life.ts'
import { appContext } from './.server/platform/http/request-context.ts'
import { notSellingMessage } from './.server/selling/queries/selling.ts'
import { shippingMethodsSetting } from './.server/settings/shipping-methods.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './app.css?url'
import cormorant from './ui/fonts/cormorant.woff2?url'
import instrumentSans from './ui/fonts/instrument-sans.woff2?url'
import { ErrorScreen, errorTitle } from './ui/layout/error-screen.tsx'
import { useNonce } from './ui/layout/nonce.ts'
import { applyPreferences } from './ui/layout/preferences.ts'
import { preferencesScript } from './ui/layout/preferences-script.ts'
import { type RootData, useRootData } from './ui/layout/root-data.ts'
import { errorMeta } from './ui/seo.ts'

/** Of every route [LIMIT-02]. */
export const middleware = [limitReads, withSavedBrand]

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const app = context.get(appContext)
  const price = goldPriceOfRequest(context)
  const now = app.now()
  showsGoldPrice(context, await price)
  const year = yearAt(now, brand.timeZone)
  trueUntil(context, instantOf(`${year + 1}-01-01T00:00`, brand.timeZone))
  const testPayments = app.payments?.live === false
  const notSelling = (await notSellingMessage(app)) ?? ((await price).mayQuote ? null : pricePaused)
  const { notices, until, brand: saved } = await pageNotices(app, { testPayments, notSelling })
  if (until) trueUntil(context, until)
  const offered = offersOf(await shippingMethodsSetting.current(app))
  const delivery = offered && {
    ...offered,
    standardTime: (await shippingSetting.current(app)).shippingTime,
  }
  return {
    gold: shownOrNull(await goldPriceResponse(app, price)),
    origin: app.publicUrl,
    testPayments,
    notSelling,
    notices,
    brand: saved,
    newsletter: (await offeredNewsletter(app)) !== null,
    reminderHours: await offeredReminderHours(app),
    ...(delivery && { delivery }),
    year,
  }
}

/** Read here, so that a page need not bring along what reads an answer before it is shown. */
function shownOrNull(answer: unknown): RootData['gold'] {
  try {
    return readGoldPriceResponse(answer)
  } catch {
    return null
  }
}

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: Route.LinksFunction = () => [
  { ...font, href: cormorant },
  { ...font, href: instrumentSans },
  { rel: 'stylesheet', href: stylesheet },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Where no page gives its own: an error took its place. */
export const meta: Route.MetaFunction = ({ error }) => errorMeta(errorTitle(error))

export function Layout({ children }: { children: React.ReactNode }) {
  const nonce = useNonce()
  const data = useRootData()
  // Before anything that names the shop is rendered. The server has its own way (shop-brand.ts).
  if (!import.meta.env.SSR) Object.assign(brand, data?.brand)
  useLayoutEffect(applyPreferences, [])
  // From here on the page answers to its scripts: for hydrate-page.ts, and for tests.
  useEffect(() => {
    document.documentElement.dataset.hydrated = ''
  }, [])
  return (
    // The script in the head sets the visitor's theme on <html>, which the server cannot know.
    <html lang="en" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f9f5ed" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#120d09" />
        <script
          nonce={nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: constant text of our own, hashed.
          dangerouslySetInnerHTML={{ __html: import.meta.env.SSR ? preferencesScript : '' }}
          suppressHydrationWarning
        />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function App() {
  return <Outlet />
}

/** The last one: the frame of the page itself is broken. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <>
      <header className="frame py-6">
        <Link to="/" className="font-display text-2xl font-semibold">
          {brand.name}
        </Link>
      </header>
      <main>
        <ErrorScreen error={error} />
      </main>
    </>
  )
}
