import type { EmailForm } from './email-form.ts'
import { emailFormLabels } from './email-form.ts'
import type { Figure, Page, Step } from './page.ts'
import { custom } from './pictures.ts'

export const customWork = {
  title: 'Custom work',
  description:
    'Have a piece made in pure 24k gold: a new design, a remake or a duplicate. Six steps, {customTime}, and a request that opens as an e-mail.',
  lead: 'A piece that does not exist yet, one that should exist again, or a second one of something you love. Tell us, and we will say what it weighs and what it costs.',
  picture: custom,
  scrollHint: 'Go to the request form',
  process: {
    heading: 'How it works',
    steps: [
      {
        heading: 'You tell us',
        body: 'Fill in the form below. It becomes an e-mail that you can read through before you send it. Add sketches or photographs to it if you have any.',
      },
      {
        heading: 'We answer',
        body: 'A person reads it and writes back with questions, a first idea of the weight, and whether we can meet your date.',
      },
      {
        heading: 'Design and price',
        body: 'We draw the piece as a CAD model. The model gives the weight. You get the price of the gold, the fee for the work, and any premium for a rush, each on its own line.',
      },
      {
        heading: 'You approve',
        body: 'You see the design from every side and say what should change. We start casting when you have approved it and agreed to the price in writing.',
      },
      {
        heading: 'We make it',
        body: 'Wax, mold, gold. The piece is finished by hand and tested as every piece is.',
      },
      {
        heading: 'Inscribed and shipped',
        body: 'A laser inscribes the weight, .9999 and our stamp. Then we ship it to you.',
      },
    ],
  },
  timeline: {
    heading: 'How long it takes',
    rows: [
      {
        figure: '{customTime}',
        label: 'Custom work',
        text: 'From your approval of the design to the day it ships.',
      },
      {
        figure: '14 days at least',
        label: 'Rush',
        text: 'For a premium fee, when we can fit it in. Ask before you count on a date.',
      },
      {
        figure: 'Faster',
        label: 'Pre-approved CAD designs',
        text: 'If the design is ready and approved, we can start sooner.',
      },
    ],
  },
  /** The closing lines of the mail, as plain text [CUSTOM-15]. */
  expectations: {
    heading: 'What to expect',
    lines: [
      'Custom work takes {customTime}.',
      'Rush orders carry a premium fee and take a minimum of 14 days.',
      'Pre-approved CAD designs are faster.',
    ],
  },
  sections: [
    {
      id: 'three-ways',
      heading: 'Three ways to begin',
      body: '- **New.** A design that we make with you, from a sketch or from a few words.\n- **Remake.** An old piece in a new form, or a broken one repaired.\n- **Duplicate.** A second one of a piece you have, or of one of ours.',
    },
    {
      id: 'metal',
      heading: 'One metal',
      body: 'We work in 24k gold, 99.99% fine, and in nothing else. It is soft, so some ideas need a thicker form than they would in an alloy. We will say so when we see the drawing. Sizes are free: choose a weight, or a budget to stay within.',
    },
    {
      id: 'your-own-gold',
      heading: 'Your own gold',
      body: 'If you have gold of your own for the piece, say so in the form, and please keep it until you hear from us. Alloyed gold has to be refined before it can be .9999, and for some purchases the law asks us to [keep a record](/qa/fincen-reporting).',
    },
    {
      id: 'stones',
      heading: 'Stones',
      body: 'A stone can be set in pure gold if the setting has enough metal. Name the kind, the size, and whether you have it already. For valuable stones that cross a border, read about [customs](/qa/customs-disclosure) first.',
    },
    {
      id: 'guarantees',
      heading: 'The same guarantees',
      body: 'Custom pieces carry the [three guarantees](/guarantees): Material, Laser Inscribed and Recast.',
    },
  ],
  form: {
    heading: 'Your request',
    lead: 'The form opens a draft in your email program. Nothing is sent until you send it. No email program? Send your request from this page.',
    groups: {
      piece: 'The piece',
      extras: 'Gold and stones',
      contact: 'How we reach you',
      shipping: 'Where it goes',
    },
    labels: {
      date: 'Date',
      deadline: 'Deadline',
      phone: 'Phone',
      email: 'E-mail',
      shippingAddress: 'Street address',
      shippingCity: 'City',
      shippingState: 'State',
      shippingZip: 'ZIP',
      internationalShipping: 'Ship outside the United States',
      designType: 'Design',
      jewelryType: 'Kind of piece',
      ringSize: 'Ring size',
      braceletLength: 'Bracelet length',
      otherType: 'Please specify',
      metalType: 'Metal',
      customerGold: 'I will provide my own gold',
      stoneType: 'Stone',
      stoneDetails: 'Stone details',
      additionalNotes: 'What you have in mind',
    },
    options: {
      designType: { new: 'New', remake: 'Remake', duplicate: 'Duplicate' },
      jewelryType: {
        ring: 'Ring',
        pendant: 'Pendant',
        earrings: 'Earrings',
        bracelet: 'Bracelet',
        other: 'Other',
      },
      metalType: { '24k': '24k' },
    },
    hints: {
      deadline: 'Leave it empty if there is none. Rush orders take at least 14 days.',
      internationalShipping: 'By agreement only. Tell us the country in the notes.',
      ringSize: 'US size. If you are not sure, leave it empty.',
      braceletLength: 'In inches, measured snugly around the wrist.',
      customerGold: 'Please do not send it until you hear from us.',
      additionalNotes:
        'A few words are enough. A weight or a budget helps, and so does the occasion.',
    },
    optional: 'optional',
    ...emailFormLabels,
  },
} as const satisfies Page & {
  scrollHint: string
  process: { heading: string; steps: readonly Step[] }
  timeline: { heading: string; rows: readonly Figure[] }
  expectations: { heading: string; lines: readonly string[] }
  form: EmailForm & {
    groups: Readonly<Record<string, string>>
    options: Readonly<Record<string, Readonly<Record<string, string>>>>
    hints: Readonly<Record<string, string>>
    optional: string
  }
}
