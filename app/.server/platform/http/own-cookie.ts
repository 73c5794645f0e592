import type { AppContext } from '#app/.server/app-context.ts'

/**
 * The name and place of each cookie of the shop's own: over https with the prefix that keeps every other
 * host of the same domain from setting one of that name, which asks for the path `/` [SEC-08].
 */
export function ownCookie({ publicUrl }: Pick<AppContext, 'publicUrl'>, name: string) {
  const secure = publicUrl.startsWith('https:')
  return { name: secure ? `__Host-${name}` : name, place: { httpOnly: true, secure, path: '/' } }
}
