import { paracordDefaults } from '#app/.server/platform/db/seed.ts'
import { paracordOptions } from '#app/.server/platform/db/settings-schema.ts'
import { paracordForm } from '#app/contracts/catalog/paracord.ts'
import { changedFields, declareShownSetting, storeCurrent } from './setting.ts'

export type Paracord = { enabled: boolean; colors: string[]; message: string }

const { enabled, colors, message } = paracordOptions

/** Product pages show it from the next request on [PARA-03]. */
export const paracordSetting = declareShownSetting<Paracord>({
  form: paracordForm,
  defaults: { ...paracordDefaults },
  async read(orm) {
    return (await orm.select({ enabled, colors, message }).from(paracordOptions))[0]
  },
  write: (tx, value, { at }) => storeCurrent(tx, paracordOptions, { ...value, updatedAt: at }),
  entry: (value, before) => ({
    action: 'settings.paracord_updated',
    facts: { ...value, changes: changedFields(before, value) },
  }),
})
