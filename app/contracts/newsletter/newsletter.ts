import { z } from 'zod'
import { emailField } from '#app/contracts/customers/email.ts'
import { checkbox } from '../platform/form-data.ts'

/** Of the form and of the audit log. */
export const newsletterLabels = {
  enabled: 'Offer the newsletter',
  sentence: 'What visitors agree to',
}

const maxSentence = 300

/** What owners and managers set [NEWS-04]. */
export const newsletterSettingsForm = z.object({
  enabled: checkbox,
  sentence: z
    .string()
    .trim()
    .min(1, 'Please enter the sentence that visitors agree to.')
    .max(maxSentence, `Please use no more than ${maxSentence} characters.`),
})

/** Takes one address off the list. */
export const removeSubscriberForm = z.object({ email: emailField })

/** Pages with the form. */
const sources = ['/newsletter', '/contact', '/our-story'] as const
export type NewsletterSource = (typeof sources)[number]

/** “Get our newsletter”. `consent`: the sentence beside the box, as the page showed it. */
export const newsletterForm = z.object({
  email: emailField,
  consent: z.string({ error: 'Please check the box if you’d like our newsletter.' }),
  source: z.enum(sources).catch('/newsletter'),
})
