import { formatDateTime } from '#app/domain/time/date-time.ts'
import { brand } from '#brand'
import type { Email } from './email.ts'

type Message = {
  receivedAt: Date
  name: string
  email: string
  phone: string
  subject: string
  body: string
}

const linesOf = (text: string) => text.split(/\r\n|\r|\n/)

/** To staff, what a visitor wrote; an answer to this email reaches the sender as well [MESSAGE-01]. */
export function messageEmail(message: Message, href: string): Email {
  const { name, email, phone, subject, body } = message
  return {
    subject: `New message: ${subject}`,
    blocks: [
      {
        is: 'lines',
        lines: [
          `From: ${[name, email].filter(Boolean).join(', ')}`,
          phone && `Phone: ${phone}`,
        ].filter(Boolean),
      },
      { is: 'paragraph', text: `Subject: ${subject}` },
      { is: 'lines', lines: linesOf(body) },
      { is: 'button', label: 'Reply in the admin area', href },
    ],
  }
}

/** To the sender, what staff answered, with the message quoted [MESSAGE-02]. */
export function replyEmail({ receivedAt, subject, body }: Message, answer: string): Email {
  return {
    subject: /^re:/i.test(subject) ? subject : `Re: ${subject}`,
    blocks: [
      { is: 'lines', lines: linesOf(answer) },
      { is: 'lines', lines: [brand.name, brand.email] },
      {
        is: 'lines',
        lines: [
          `On ${formatDateTime(receivedAt, brand.timeZone)}, you wrote:`,
          ...linesOf(body).map((line) => `> ${line}`),
        ],
      },
    ],
  }
}
