import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { AppError } from '../errors.ts'
import { refusal } from './error-page.ts'

type Routes = ServerBuild['routes']

/**
 * What a request that is no GET or HEAD comes to: a page that takes forms, which is rendered again where
 * its action does not redirect; or a refusal, which the router would render a whole page for [ATTACK-13].
 * Null: an address that is no page, such as that of the API, answers for itself.
 */
export function openPageMethods({ routes }: Pick<ServerBuild, 'routes'>) {
  const tree = childrenOf(routes)
  return (request: Request): 'page' | Response | null => {
    const { pathname } = new URL(request.url)
    const path = pathname.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '')
    const matched = (matchRoutes(tree, path) ?? []).map(({ route }) => routes[route.id ?? ''])
    const last = matched.at(-1)
    if (last && !last.module.default) return null
    if (last?.path === '*' || !last) {
      return refusal(request, new AppError('not_found', 404, 'There’s no page at this address.'))
    }
    // Nobody learns which pages of staff take forms: their guard answers.
    const isGuarded = last.id.startsWith('routes/admin/')
    const takesForms = isGuarded || matched.some((route) => route?.module.action)
    if (takesForms && formMethods.has(request.method)) return 'page'
    const message = 'This address answers to GET, HEAD only.'
    const problem = new AppError('method_not_allowed', 405, message)
    return refusal(request, problem, { Allow: 'GET, HEAD' })
  }
}

const formMethods = new Set(['POST', 'PUT', 'PATCH', 'DELETE'])

function childrenOf(routes: Routes, parentId?: string): RouteObject[] {
  return Object.values(routes).flatMap((route): RouteObject[] => {
    if (!route || route.parentId !== parentId) return []
    const { id } = route
    const path = route.path === undefined ? {} : { path: route.path }
    if (route.index) return [{ id, ...path, index: true }]
    return [{ id, ...path, children: childrenOf(routes, id) }]
  })
}
