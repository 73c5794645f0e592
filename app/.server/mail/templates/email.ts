import type { OrderSummary } from '#app/domain/orders/order-summary.ts'

/** What a mail says, once; text.ts and html.ts write it out, each in its way. */
export type Email = { subject: string; blocks: readonly Block[] }

export type Block =
  | { is: 'heading' | 'paragraph' | 'notice'; text: string }
  /** Lines that belong together, such as a postal address. */
  | { is: 'lines'; lines: readonly string[] }
  | { is: 'link'; label: string; href: string }
  /** The pieces, how each price was made, and the gold price it was made from. */
  | { is: 'summary'; summary: OrderSummary }
