import { parseSigned, serializeSigned } from 'hono/utils/cookie'
import type { AppContext } from '../app-context.ts'
import { ownCookie } from '../platform/http/public-origin.ts'
import { derived, readableSecrets } from '../platform/secret.ts'

/** A device that has not signed in for so long is unknown again. In seconds: 180 days. */
const knownFor = 180 * 24 * 60 * 60

const cookieOf = (app: AppContext) => ownCookie(app, 'shop-admin.device')

/**
 * A cookie that says: this browser has signed in as that admin before. It opens nothing on its own;
 * attempts from such a device are counted apart, so that others who try the account cannot shut its
 * owner out [AUTH-24].
 */
export async function deviceCookie(
  app: AppContext,
  adminId: string,
  device: string,
): Promise<string> {
  const until = Math.floor(app.now().getTime() / 1000) + knownFor
  const { name, place } = cookieOf(app)
  return serializeSigned(name, [adminId, device, until].join('.'), keyOf(app.secret), {
    ...place,
    sameSite: 'Lax',
    maxAge: knownFor,
  })
}

/**
 * The device's own id, where it has signed in as this admin; null for any other. `from`: cookies made
 * before this moment do not count (admins.devices_known_from).
 */
export async function knownDevice(
  app: AppContext,
  headers: Headers,
  adminId: string,
  from: Date | null = null,
): Promise<string | null> {
  const { name } = cookieOf(app)
  for (const secret of readableSecrets(app)) {
    const cookies = await parseSigned(headers.get('Cookie') ?? '', keyOf(secret), name)
    const [owner, device, until] = (cookies[name] || '').split('.')
    if (owner !== adminId || !device) continue
    if (Number(until) * 1000 <= app.now().getTime()) return null
    const madeAt = (Number(until) - knownFor) * 1000
    return from !== null && madeAt < Math.floor(from.getTime() / 1000) * 1000 ? null : device
  }
  return null
}

const keyOf = (secret: string) => derived(secret, 'known-device/v1').toString('base64url')
