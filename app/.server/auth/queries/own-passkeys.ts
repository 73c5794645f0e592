import { asc, eq } from 'drizzle-orm'
import type { AppContext } from '#app/.server/app-context.ts'
import { adminPasskeys } from '#app/.server/platform/db/auth-schema.ts'

/** An admin's passkeys, oldest first, without their keys. */
export async function ownPasskeys({ db: { orm } }: AppContext, adminId: string) {
  const { id, name, deviceType, createdAt, lastUsedAt } = adminPasskeys
  return orm
    .select({ id, name, deviceType, createdAt, lastUsedAt })
    .from(adminPasskeys)
    .where(eq(adminPasskeys.adminId, adminId))
    .orderBy(asc(createdAt), asc(id))
}

export type OwnPasskey = Awaited<ReturnType<typeof ownPasskeys>>[number]
