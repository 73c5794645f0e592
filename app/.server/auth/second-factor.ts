import { and, eq, isNull, lt, or } from 'drizzle-orm'
import { plainCode } from '#app/domain/text/typed-code.ts'
import { raiseAlert } from '../alerts/raise-alert.ts'
import type { AppContext } from '../app-context.ts'
import type { SecondFactor } from '../audit-log/audit-actions.ts'
import { admins } from '../platform/db/auth-schema.ts'
import { readableSecrets } from '../platform/secret.ts'
import type { adminByEmail } from './queries/admins.ts'
import { redeemRecoveryCode } from './recovery-codes.ts'
import { type Attempt, countCode, forgetCode } from './sign-in-limits.ts'
import { encryptTotpSecret, readTotpSecret, totpStep } from './totp.ts'

type CodesAt = 'password link' | 'session'

export type AdminRow = NonNullable<Awaited<ReturnType<typeof adminByEmail>>>

/** `mfaCode`: as it is stored from then on, for openSession to compare. */
type Redeemed = { factor: SecondFactor; mfaCode: string }

/**
 * Which second factor was right, and used up by that; null where none was. Anyone who gets this far
 * knows the password, or holds a session or an emailed link, so tries are few: 429 once there were
 * too many [AUTH-27]. `at`: which of the latter two.
 */
export async function redeemCode(
  app: AppContext,
  admin: AdminRow,
  code: string,
  attempt: Attempt,
  at?: CodesAt,
): Promise<Redeemed | null> {
  const isLast = await countCode(app, attempt)
  const redeemed = await redeem(app, admin, code)
  if (redeemed) await forgetCode(app, attempt)
  else if (isLast) await alertOwner(app, admin, attempt, at)
  return redeemed
}

/** Once for each time that the limit is reached: further tries are refused without a check. */
async function alertOwner(
  app: AppContext,
  { id, email }: AdminRow,
  { address }: Attempt,
  at?: CodesAt,
) {
  await app.db.orm.transaction((tx) =>
    raiseAlert(tx, {
      kind: 'right-password-wrong-code',
      at: app.now(),
      account: { id, email },
      facts: at ? { at } : {},
      from: { address, userAgent: null },
    }),
  )
}

async function redeem(app: AppContext, admin: AdminRow, code: string): Promise<Redeemed | null> {
  const at = app.now()
  const plain = plainCode(code)
  if (!/^\d{6}$/.test(plain)) {
    const found = { adminId: admin.id, code: plain, at }
    return (await redeemRecoveryCode(app.db.orm, readableSecrets(app), found))
      ? { factor: 'recovery_code', mfaCode: admin.mfaCode }
      : null
  }
  const { secret, isCurrent } = await readTotpSecret(readableSecrets(app), admin.mfaCode)
  const step = totpStep(secret, plain, at, admin.lastStep)
  if (step === null) return null
  // After a rotation the next code moves it to the present secret, so that the old one can go.
  const mfaCode = isCurrent ? admin.mfaCode : await encryptTotpSecret(app.secret, secret)
  // The same code sent twice at the same moment: one of them is the first to write. A factor that was
  // replaced since the row was read is neither accepted nor written back [SESS-12].
  const redeemed = await app.db.orm
    .update(admins)
    .set({ lastStep: step, mfaCode })
    .where(
      and(
        eq(admins.id, admin.id),
        eq(admins.mfaCode, admin.mfaCode),
        or(isNull(admins.lastStep), lt(admins.lastStep, step)),
      ),
    )
    .returning({ id: admins.id })
  return redeemed.length > 0 ? { factor: 'code', mfaCode } : null
}
