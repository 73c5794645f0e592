import { z } from 'zod'
import { reminderHours } from '#app/domain/cart-reminders/reminder.ts'
import { checkbox } from '../platform/form-data.ts'

/** Of the form and of the audit log. */
export const cartReminderLabels = {
  enabled: 'Offer a cart reminder',
  hours: 'Hours after checkout',
}

const hoursProblem = `Please enter a number from ${reminderHours.least} to ${reminderHours.most}.`

/** What owners and managers set [REMIND-01]. */
export const cartReminderForm = z.object({
  enabled: checkbox,
  hours: z
    .string()
    .trim()
    .regex(/^\d{1,4}$/, hoursProblem)
    .transform(Number)
    .refine((hours) => hours >= reminderHours.least && hours <= reminderHours.most, hoursProblem),
})
