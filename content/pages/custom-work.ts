import type { EmailForm } from './email-form.ts'
import { emailFormLabels } from './email-form.ts'
import type { Figure, Page, Step } from './page.ts'
import { custom } from './pictures.ts'

export const customWork = {
  title: 'Custom work',
  description:
    'Have a piece made in pure 24k gold: a new design, a remake, or a duplicate. Six steps, {customTime}, and a request that opens as an email.',
  lead: 'A new design, a piece remade, or a duplicate of one you love. Tell us what you have in mind, and we’ll send you a weight and a price.',
  picture: custom,
  scrollHint: 'Go to the request form',
  process: {
    heading: 'How it works',
    steps: [
      {
        heading: 'Tell us your idea',
        body: 'Fill out the form below. It creates an email you can review before you send it. Attach sketches or photos if you have them.',
      },
      {
        heading: 'We write back',
        body: 'A person reads it, writes back with questions and a weight estimate, and tells you whether we can meet your date.',
      },
      {
        heading: 'Design and price',
        body: 'We model the piece in CAD, which tells us its weight. You get the price of the gold, the fee for the work, and any rush fee, each on its own line.',
      },
      {
        heading: 'You approve',
        body: 'You see the design from every side and tell us what to change. We start casting once you’ve approved it and agreed to the price in writing.',
      },
      {
        heading: 'We make it',
        body: 'Wax, mold, gold. We finish it by hand and test it like every other piece.',
      },
      {
        heading: 'Inscribed and shipped',
        body: 'A laser inscribes the weight, the fineness (.9999), and our stamp. Then we ship it to you.',
      },
    ],
  },
  timeline: {
    heading: 'How long it takes',
    rows: [
      {
        figure: '{customTime}',
        label: 'Custom work',
        text: 'From the day you approve the design to the day your piece ships.',
      },
      {
        figure: 'At least 14 days',
        label: 'Rush',
        text: 'For a rush fee, if our schedule allows. Check with us before you count on a date.',
      },
      {
        figure: 'Faster',
        label: 'Pre-approved CAD designs',
        text: 'If the design is ready and approved, we can start sooner.',
      },
    ],
  },
  /** The closing lines of the email, as plain text [CUSTOM-15]. */
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
      heading: 'Three ways to start',
      body: '- **New.** A design we create with you, from a sketch or a few words.\n- **Remake.** An old piece in a new form, or a broken one repaired.\n- **Duplicate.** A copy of a piece you have, or of one of ours.',
    },
    {
      id: 'metal',
      heading: 'One metal',
      body: 'We work only in 24k gold, 99.99% fine. It’s soft, so some designs have to be thicker than they would be in an alloy. Once we see a drawing, we’ll let you know if yours does. Any size is possible: choose a weight or set a budget.',
    },
    {
      id: 'your-own-gold',
      heading: 'Your own gold',
      body: 'If you’d like us to use your own gold, say so on the form, and please hold on to the gold until you hear from us. Alloyed gold has to be refined before it can be .9999, and if we buy gold from you, the law may require us to [keep a record](/qa/fincen-reporting).',
    },
    {
      id: 'stones',
      heading: 'Stones',
      body: 'A stone can be set in pure gold if the setting has enough metal. Tell us the kind, the size, and whether you already have it. If a valuable stone will cross a border, read our [customs guide](/qa/customs-disclosure) first.',
    },
    {
      id: 'guarantees',
      heading: 'The same guarantees',
      body: 'Custom pieces come with the [three guarantees](/guarantees): Material, Laser Inscribed, and Recast.',
    },
  ],
  form: {
    heading: 'Your request',
    lead: 'Send it from this page, or from your own email app.',
    groups: {
      piece: 'The piece',
      extras: 'Your own gold and stones',
      contact: 'How to reach you',
      shipping: 'Shipping address',
    },
    labels: {
      date: 'Date',
      deadline: 'Deadline',
      phone: 'Phone',
      email: 'Email',
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
      customerGold: 'I’d like to use my own gold',
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
      deadline: 'Leave this blank if you don’t have one. Rush orders take at least 14 days.',
      internationalShipping: 'Ask us first. Tell us the country under “What you have in mind.”',
      ringSize: 'U.S. size. If you’re not sure, leave it blank.',
      braceletLength: 'In inches, measured snugly around the wrist.',
      customerGold: 'Please don’t send it until you hear from us.',
      additionalNotes:
        'A few words are enough. A weight or a budget helps, and so does the occasion.',
    },
    optional: 'optional',
    ...emailFormLabels,
    send: 'Send request',
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
