import { data, type MiddlewareFunction } from 'react-router'
import { appContext } from '../platform/http/request-context.ts'
import { isFromOtherSite } from '../platform/http/same-origin.ts'

/** The address of a file, or of what is made for the page that shows it, by its pattern in app/routes.ts. */
const file = /(\.[a-z]+|\/:file|\/whole|\/preview)\/?$/

/**
 * After requireRight: no other website makes the shop write a file of the admin area, though the
 * browser of the person who visits it sends their session along [SEC-10]. Links to pages, as in emails,
 * lead where they should. What costs most is asked for by a post, which has its own check.
 */
export const refuseOtherSites: MiddlewareFunction<Response> = ({ request, context, pattern }) => {
  if (!file.test(pattern) || !isFromOtherSite(request)) return
  const { log } = context.get(appContext)
  log.warn({ code: 'wrong_origin', path: new URL(request.url).pathname }, 'refused')
  throw data(refusal, { status: 403, headers: { 'Cache-Control': 'no-store' } })
}

const refusal = {
  title: 'Not from another website',
  sentence:
    'This request came from another website, so the file wasn’t created. Open it from its page in the admin area.',
  next: { to: '/admin/dashboard', label: 'Go to Today' },
}
