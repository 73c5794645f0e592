import { redirect } from 'react-router'
import { z } from 'zod'
import { dismissAlerts } from '#app/.server/alerts/commands/dismiss-alerts.ts'
import { adminContext } from '#app/.server/auth/require-admin.ts'
import { dismissStaffEmails } from '#app/.server/emails/commands/retry-email.ts'
import { noFields, staffAction } from './staff-actions.ts'

const backToToday = () => redirect('/admin/dashboard')

export const alertActions = {
  /** From the reader's own status bar, up to the newest that was shown. */
  dismiss: staffAction(null, 'never', {
    form: z.object({ until: z.coerce.date() }),
    run: (app, { until }, { context }) =>
      dismissAlerts(app, { adminId: context.get(adminContext).id, until }),
    answer: backToToday,
  }),
  /** The notice about emails to staff, from everybody's. */
  'dismiss unsent': staffAction('log', 'never', {
    form: noFields,
    run: dismissStaffEmails,
    answer: backToToday,
  }),
}
