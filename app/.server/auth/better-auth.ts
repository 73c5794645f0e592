import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { createAuthEndpoint } from 'better-auth/api'
import { deleteSessionCookie, setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { z } from 'zod'
import type { AppContext } from '../app-context.ts'
import { adminSessions, admins } from '../platform/db/auth-schema.ts'
import type { Database } from '../platform/db/database.ts'
import { derived } from '../platform/secret.ts'

/** In seconds. A session ends after twelve hours without a request; each minute it is renewed. */
const session = {
  expiresIn: 12 * 60 * 60,
  updateAge: 60,
  // Written by fresh-factor.ts alone; read with the session.
  additionalFields: { factorAt: { type: 'date', required: false, input: false } },
} as const

/**
 * better-auth for this shop: it keeps sessions in the database and makes, signs, renews and ends
 * their cookies. None of its addresses is served: there is no sign-up, and no way in but
 * sign-in.ts, which asks for both factors at once. Its users are our admins, read only.
 */
function createAuth(app: AppContext, secret: string) {
  const https = app.publicUrl.startsWith('https:')
  return betterAuth({
    appName: 'shop',
    baseURL: app.publicUrl,
    secret: derived(secret, 'sign-in/v1').toString('base64url'),
    database: drizzleAdapter(app.db.orm, {
      provider: 'pg',
      schema: { user: admins, session: adminSessions },
    }),
    emailAndPassword: { enabled: false },
    session,
    advanced: {
      // Over https no other host of the same site can set a cookie of this name [SESS-05].
      cookiePrefix: https ? '__Host-shop-admin' : 'shop-admin',
      // The library would put its own prefix, `__Secure-`, before it.
      useSecureCookies: false,
      defaultCookieAttributes: { secure: https, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // Our admins are its users: it reads them and writes none, so they lack some of its columns.
      database: { validateSchema: false },
    },
    plugins: [ownSessions],
    telemetry: { enabled: false },
    logger: {
      log: (level, message) =>
        app.log[level === 'error' || level === 'warn' ? level : 'debug']({ message }, 'sign-in'),
    },
  })
}

/**
 * Opens a session for an admin who has shown both factors, and ends one; no addresses, only functions.
 * The library's own sign-out looks for accounts at other providers, which no table here holds, and logs
 * an error each time.
 */
const ownSessions = {
  id: 'own-sessions',
  endpoints: {
    openSession: createAuthEndpoint(
      {
        method: 'POST',
        body: z.object({ adminId: z.string(), address: z.string() }),
        requireHeaders: true,
      },
      async (ctx) => {
        const { adminId, address } = ctx.body
        const { internalAdapter } = ctx.context
        const user = await internalAdapter.findUserById(adminId)
        if (!user) throw new Error('no such admin')
        const opened = await internalAdapter.createSession(adminId, false, { ipAddress: address })
        await setSessionCookie(ctx, { session: opened, user })
        return ctx.json({ sessionId: opened.id })
      },
    ),
    giveCookie: createAuthEndpoint(
      { method: 'POST', body: z.object({ token: z.string() }), requireHeaders: true },
      async (ctx) => {
        const found = await ctx.context.internalAdapter.findSession(ctx.body.token)
        if (!found) throw new Error('no such session')
        await setSessionCookie(ctx, found)
        return ctx.json({ given: true })
      },
    ),
    endSession: createAuthEndpoint({ method: 'POST', requireHeaders: true }, async (ctx) => {
      const { authCookies, internalAdapter, secret } = ctx.context
      const token = await ctx.getSignedCookie(authCookies.sessionToken.name, secret)
      if (token) await internalAdapter.deleteSession(token)
      deleteSessionCookie(ctx)
      return ctx.json({ ended: Boolean(token) })
    }),
  },
}

type Auth = ReturnType<typeof createAuth>

/** One for each database and secret, and another once the shop's address is known: cookies depend on it. */
const instances = new WeakMap<Database, Map<string, Auth>>()

/** With the shop's secret, or with one from before a rotation, by which sessions were signed. */
export function betterAuthOf(app: AppContext, secret = app.secret): Auth {
  const ofDatabase = instances.get(app.db) ?? new Map<string, Auth>()
  instances.set(app.db, ofDatabase)
  const key = `${app.publicUrl} ${secret}`
  const known = ofDatabase.get(key)
  if (known) return known
  const auth = createAuth(app, secret)
  ofDatabase.set(key, auth)
  return auth
}
