import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { requireReauthentication } from '#app/.server/auth/require-reauthentication.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { saveSetting } from '#app/.server/settings/commands/save-setting.ts'
import type { Setting } from '#app/.server/settings/setting.ts'
import { fieldErrors, postedForm } from '#app/contracts/platform/form-data.ts'
import { runCommand } from '../components/run-command.ts'

/** The loader of the page of one setting: its value as the form shows it. */
export const settingLoader =
  <Value extends object, Shown>(setting: Setting<Value>, show: (value: Value) => Shown) =>
  async ({ context }: LoaderFunctionArgs) =>
    show(await setting.current(context.get(appContext)))

/**
 * The action of that page: saves what was typed, or says why not; nothing typed is lost. `typedIn` reads
 * a form that has more than texts.
 */
export function settingAction<Value extends object, Typed extends object = Record<string, string>>(
  setting: Setting<Value>,
  typedIn: (form: FormData) => Typed,
) {
  return async ({ request, context }: ActionFunctionArgs) => {
    const app = context.get(appContext)
    const { email } = context.get(adminContext)
    const input = typedIn(await postedForm(request))
    const parsed = setting.form.safeParse(input)
    if (!parsed.success) {
      const code = 'invalid_request'
      const errors = fieldErrors(parsed.error)
      const refused = { code, message: 'Failed to save changes', errors, typed: input }
      return data({ refused }, { status: 400 })
    }
    const given = parsed.data
    return runCommand(
      app,
      async () => {
        if (setting.needsReauth?.(given)) await requireReauthentication(context)
        await saveSetting(app, setting, given, email)
        return { done: 'Changes saved successfully' }
      },
      input,
    )
  }
}
