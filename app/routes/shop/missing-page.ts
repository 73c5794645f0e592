import { data, type RouterContextProvider, redirect } from 'react-router'
import { redirectOf } from '#app/.server/content/queries/redirects.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'

type Args = { request: Request; context: Readonly<RouterContextProvider> }

/** What a loader throws whose page is not there: the way to where it went, or a 404 [SEO-12]. */
export async function missingPage({ request, context }: Args, message: string | null = null) {
  const target = await redirectOf(context.get(appContext), request.url)
  return target === null ? data(message, 404) : redirect(target, 301)
}
