import { common, commonValues, end } from './common-fields.ts'
import { block, type EmailText, needed, words } from './fill-template.ts'
import type { OrderFacts } from './order-facts.ts'

/** The email about a certificate that was changed with its claim code [CERT-17]. */
export const certificateEmails = {
  'order-certificate-buyer': {
    name: 'Certificate changed',
    when: 'Sent to the buyer when someone uses the claim code to report the piece lost or found, or to transfer its certificate for the first time.',
    fields: [
      ...common,
      needed(words('what happened', 'A sentence: when, which piece, and what was done')),
      block('certificate', 'Link to the certificate'),
    ],
    builtIn: {
      subject: 'Certificate changed, order {order number}',
      body: `{greeting}

{what happened} You bought it in order {order number}.

{certificate}

If it wasn’t you, please contact us right away. The person who did this has the claim code from the box.

{your order}

${end}`,
    },
    values: (facts) => ({
      ...commonValues(facts),
      'what happened': facts.certificateChange?.sentence ?? '',
      certificate: facts.certificateChange
        ? [
            {
              is: 'link',
              label: 'View the certificate',
              href: facts.certificateChange.href,
            },
          ]
        : [],
    }),
  },
} satisfies Record<string, EmailText<OrderFacts>>
