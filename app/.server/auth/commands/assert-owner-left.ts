import type { AppContext } from '#app/.server/app-context.ts'
import {
  type StaffActor,
  type StaffWork,
  staffTransaction,
} from '#app/.server/audit-log/staff-transaction.ts'
import type { Orm } from '#app/.server/platform/db/database.ts'
import { AppError } from '#app/.server/platform/errors.ts'

export class LastOwner extends AppError {
  constructor() {
    const message = 'This is the shop’s last owner. Make someone else an owner first.'
    super('last_owner', 409, message)
  }
}

/**
 * A transaction that may take an owner away. The database refuses it where admins would be left
 * without one, also where two do it at once (db/migrations/0007_staff.sql) [ROLE-05].
 */
export async function keepingAnOwner<T>(
  app: AppContext,
  who: StaffActor,
  work: (tx: Orm, staff: StaffWork) => Promise<T>,
): Promise<T> {
  try {
    return await staffTransaction(app, who, work)
  } catch (error) {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if ('constraint' in cause && cause.constraint === 'admins_keep_an_owner') {
        throw new LastOwner()
      }
    }
    throw error
  }
}
