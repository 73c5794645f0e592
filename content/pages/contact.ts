import type { EmailForm } from './email-form.ts'
import { emailFormLabels } from './email-form.ts'
import type { Link, Page } from './page.ts'

export const contact = {
  title: 'Contact',
  description:
    'Write to or call a Seattle maker of pure 24k gold jewelry. Email, phone, address and hours, and a message form.',
  lead: 'Ask about a piece, a weight, a repair or an order. A person will answer.',
  details: {
    heading: 'Where to find us',
    rows: [
      { id: 'email', label: 'E-mail', lines: ['{email}'] },
      { id: 'phone', label: 'Phone', lines: ['{phone}'] },
      { id: 'address', label: 'Seattle office', lines: ['{address}'] },
      { id: 'hours', label: 'Hours', lines: ['{hours}', '{closed}'] },
    ],
  },
  sections: [
    {
      id: 'before-you-come',
      heading: 'Before you visit',
      body: 'Visits are by appointment. If you would like to see a piece or bring one, write or call first, and we will find a time.',
    },
    {
      id: 'before-you-send',
      heading: 'Before you send a piece',
      body: 'Please wait for our answer before you mail anything of value. We will tell you how to pack and insure it. For a bent pendant, begin with the [recast guarantee](/recast-guarantee).',
    },
    {
      id: 'perhaps-answered',
      heading: 'Common questions',
      body: 'Seven subjects are explained in [Questions & Answers](/qa). For a piece of your own, use the [custom work](/custom-work) form, which asks for what we need to know.',
    },
  ],
  form: {
    heading: 'Write to us',
    lead: 'The form opens a draft in your email program, addressed to us. No email program? Send your message from this page.',
    labels: { name: 'Name', email: 'E-mail', subject: 'Subject', message: 'Message' },
    ...emailFormLabels,
  },
  next: [
    { to: '/qa', label: 'Questions & Answers' },
    { to: '/custom-work', label: 'Custom work' },
  ],
} as const satisfies Page & {
  details: {
    heading: string
    rows: readonly { id: string; label: string; lines: readonly string[] }[]
  }
  form: EmailForm
  next: readonly Link[]
}
