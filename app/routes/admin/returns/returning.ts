import type { RouterContextProvider } from 'react-router'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { refuseUnless } from '#app/.server/auth/require-right.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import {
  acceptReturn,
  callOffReturn,
  receiveReturn,
  refuseReturn,
  type StaffReturn,
  weighReturn,
} from '#app/.server/returns/commands/move-return.ts'
import { openReturn } from '#app/.server/returns/commands/open-return.ts'
import {
  returnActionRights,
  type StaffReturnAction,
  staffReturnAction,
} from '#app/contracts/returns/return.ts'
import { parseForm } from '../components/parse-form.ts'
import { runCommand } from '../components/run-command.ts'

/** Does what staff asked for with a return, and says so [RETURN-06]. */
export async function performReturn(
  context: Readonly<RouterContextProvider>,
  id: string,
  typed: Record<string, string>,
) {
  const app = context.get(appContext)
  const { email: by, role } = context.get(adminContext)
  return runCommand(
    app,
    async (): Promise<{ done: string; report?: string[] }> => {
      const asked = parseForm(staffReturnAction, typed)
      refuseUnless(role, returnActionRights[asked.action])
      const about: StaffReturn = {
        ...{ id, by, revision: asked.revision },
        returnId: 'id' in asked ? asked.id : '',
      }
      switch (asked.action) {
        case 'return-open':
          await openReturn(app, { ...asked, id, by })
          break
        case 'return-accept':
          await acceptReturn(app, { ...about, instructions: asked.instructions })
          break
        case 'return-refuse':
          await refuseReturn(app, { ...about, reason: asked.reason, again: asked.again })
          break
        case 'return-receive':
          await receiveReturn(app, about)
          break
        case 'return-weigh':
          await weighReturn(app, { ...about, weights: asked.weights, note: asked.note })
          break
        case 'return-call-off':
          await callOffReturn(app, { ...about, reason: asked.reason })
          break
      }
      return { done: sentences[asked.action] }
    },
    typed,
  )
}

const sentences = {
  'return-open': 'The return is opened and accepted.',
  'return-accept': 'The return is accepted.',
  'return-refuse': 'The return is refused.',
  'return-receive': 'The return is marked as received.',
  'return-weigh': 'The weight was saved.',
  'return-call-off': 'The return is closed without a refund.',
} as const satisfies Record<StaffReturnAction['action'], string>
