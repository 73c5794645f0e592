import type { AppContext } from '#app/.server/app-context.ts'
import { staffTransaction } from '#app/.server/audit-log/staff-transaction.ts'
import { AppError } from '#app/.server/platform/errors.ts'
import type { Given, Setting } from '../setting.ts'

/**
 * Stores a setting and its entry in the audit log. Pages show it from the next request on; whatever goes
 * wrong, staff read the documented message [PARA-05, SHIP-03].
 */
export async function saveSetting<Value extends object>(
  app: AppContext,
  setting: Setting<Value>,
  given: Given<Value>,
  by: string,
): Promise<void> {
  try {
    const saved = await staffTransaction(app, { by }, async (tx, { at, audit }) => {
      const before = await setting.read(tx)
      const value = withGiven(before ?? setting.defaults, given)
      await setting.write(tx, value, { at, by }, before)
      await audit(setting.entry(value, before))
      return value
    })
    setting.remember(app, saved)
  } catch (error) {
    app.log.error({ err: error }, 'settings were not saved')
    throw new AppError('settings_not_saved', 503, 'Failed to save changes')
  }
  app.revisions.changed('settings')
}

function withGiven<Value extends object>(stored: Value, given: Given<Value>): Value {
  const value = { ...stored }
  for (const name of Object.keys(stored) as (keyof Value)[]) {
    const field = given[name]
    if (field !== undefined) value[name] = field
  }
  return value
}
