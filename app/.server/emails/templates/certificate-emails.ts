import { buyerEmail } from './common-fields.ts'
import { block, needed, words } from './fill-template.ts'

/** The email about a certificate that was changed with its claim code [CERT-17]. */
export const certificateEmails = {
  'order-certificate-buyer': buyerEmail({
    name: 'Certificate changed',
    when: 'Sent to the buyer when someone uses the claim code to report the piece lost or found, or to transfer its certificate for the first time.',
    more: [
      needed(words('what happened', 'A sentence: when, which piece, and what was done')),
      block('certificate', 'Link to the certificate'),
    ],
    subject: 'Certificate changed, order {order number}',
    text: `{what happened} You bought it in order {order number}.

{certificate}

If it wasn’t you, please contact us right away. The person who did this has the claim code from the box.

{your order}`,
    values: (facts) => ({
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
  }),
}
