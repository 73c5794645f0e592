import { raiseAlert } from '#app/.server/alerts/raise-alert.ts'
import type { AppContext } from '#app/.server/app-context.ts'
import type { ProofForm } from '#app/contracts/auth/sign-in.ts'
import { dropPendingLinks } from '../pending-links.ts'
import { newRecoveryCodes } from '../recovery-codes.ts'
import { changeOwnAccount, proveIdentity } from './prove-identity.ts'
import { originOf, type Visitor } from './sign-in.ts'

/** Ten new codes, to be shown once; the old ones end, used or not [SESS-06]. */
export async function renewRecoveryCodes(
  app: AppContext,
  email: string,
  proof: ProofForm,
  visitor: Visitor,
): Promise<string[]> {
  const change = { change: 'recovery_codes', ...proof } as const
  const proven = await proveIdentity(app, email, change, visitor)
  const { admin } = proven
  return changeOwnAccount(app, proven, visitor, async (tx, staff) => {
    const codes = await newRecoveryCodes(tx, app.secret, admin.id)
    await dropPendingLinks(tx, admin.id, staff)
    await staff.audit({ action: 'admin.recovery_codes_renewed' })
    await raiseAlert(tx, {
      kind: 'second-factor-changed',
      at: staff.at,
      account: admin,
      facts: { change: 'new recovery codes' },
      from: originOf(visitor),
    })
    return codes
  })
}
