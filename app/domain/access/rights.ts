/** What a person is in the shop. */
export const roles = ['owner', 'manager', 'bench'] as const

export type Role = (typeof roles)[number]

/** As a person reads it; `bench` is how it is stored. */
export const roleNames: Record<Role, string> = {
  owner: 'owner',
  manager: 'manager',
  bench: 'workshop',
}

const everyone = roles
const office: readonly Role[] = ['owner', 'manager']
const owners: readonly Role[] = ['owner']

/** Who may do what: the one table [ROLE-01]. The workshop makes and sends, and decides on no money. */
export const rights = {
  /** One's own password, sessions, second factor and alerts. */
  account: everyone,
  'orders.read': everyone,
  /** Move an order through the steps of making, weigh and pack it, print what goes with it. */
  'orders.make': everyone,
  /** Mark as shipped, correct a tracking number, send an email again. */
  'orders.send': everyone,
  /** Cancel, refund, accept or settle held money, note what a lost dispute led to. */
  'orders.decide': office,
  /** What the shop sold, in sums. */
  sales: office,
  /** Make an order, take its money manually, send a payment request link, fix its gold price. */
  'orders.sell': office,
  /** Who bought, and what staff note about them. */
  customers: office,
  /** What visitors wrote to the shop: to read, answer and delete it. */
  messages: office,
  /** To export and erase what the shop holds about a buyer. */
  privacy: owners,
  products: office,
  'gold-price': office,
  /** The maker's own gold: what is bought, cast and lost, and what it cost. */
  metal: office,
  settings: office,
  /** The log of what staff did, and how the shop runs. */
  log: office,
  /** Discount codes: what they take off, and for whom. */
  discounts: owners,
  /** To hand over an order without its buyer's pickup code. */
  'pickup.override': owners,
  /** From which totals orders are checked, and cards confirmed by their bank. */
  risk: owners,
  /** How long pieces can be returned, and where they are sent. */
  'returns.terms': owners,
  /** What is open before the shop sells, and keys and passwords it goes by. */
  setup: owners,
  /** Who is staff, and as what. */
  staff: owners,
} as const satisfies Record<string, readonly Role[]>

export type Right = keyof typeof rights

export function may(role: Role, right: Right): boolean {
  return (rights[right] as readonly Role[]).includes(role)
}

export function isRole(text: string): text is Role {
  return (roles as readonly string[]).includes(text)
}
