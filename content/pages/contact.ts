import type { EmailForm } from './email-form.ts'
import { emailFormLabels } from './email-form.ts'
import { drawing } from './making-pictures.ts'
import type { Link, Page } from './page.ts'

export const contact = {
  title: 'Contact',
  description:
    'Write or call a Seattle maker of pure 24k gold jewelry. Find our email, phone, address, and hours, or use the message form.',
  lead: 'Ask about a piece, a weight, a repair, or an order. A person will answer.',
  picture: drawing,
  details: {
    heading: 'Where to find us',
    rows: [
      { id: 'email', label: 'Email', lines: ['{email}'] },
      { id: 'phone', label: 'Phone', lines: ['{phone}'] },
      { id: 'address', label: 'Seattle office', lines: ['{address}'] },
      { id: 'hours', label: 'Hours', lines: ['{hours}', '{closed}'] },
    ],
  },
  sections: [
    {
      id: 'before-you-come',
      heading: 'Before you visit',
      body: 'Visits are by appointment. If you’d like to see a piece or bring one in, write or call first, and we’ll find a time.',
    },
    {
      id: 'before-you-send',
      heading: 'Before you send a piece',
      body: 'Please wait for our reply before you mail anything of value. We’ll tell you how to pack and insure it. For a bent pendant, start with the [recast guarantee](/recast-guarantee).',
    },
  ],
  form: {
    heading: 'Write to us',
    lead: 'We read messages during our hours and reply by email. For a faster answer, call us.',
    labels: { name: 'Name', email: 'Email', subject: 'Subject', message: 'Message' },
    ...emailFormLabels,
  },
  next: [
    { to: '/qa', label: 'Questions & Answers', text: 'Seven topics, from care to customs.' },
    {
      to: '/custom-work',
      label: 'Custom work',
      text: 'The request form asks for everything we need.',
    },
  ],
} as const satisfies Page & {
  details: {
    heading: string
    rows: readonly { id: string; label: string; lines: readonly string[] }[]
  }
  form: EmailForm
  next: readonly (Link & { text: string })[]
}
