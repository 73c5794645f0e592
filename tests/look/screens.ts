import type { Page } from '@playwright/test'
import { type LookShop, lookClaimCode } from './shops.ts'

/** One screen or state. Its name is that of its pictures and contact sheet. */
export type Screen = {
  name: string
  shop: 'filled' | 'new' | 'showcase'
  /** Path, or the name of one in `LookShop.paths` after a colon. */
  path: string
  admin?: true
  /** What is pressed or typed once the page is there. */
  act?: (page: Page, width: number) => Promise<unknown>
  /** Only what is in the window: dialogs and menus that lie over a page. */
  inWindow?: true
  /** CSS selector of what differs at every run, such as the version that runs. */
  hide?: string
}

const openCart = (page: Page) =>
  page.getByRole('banner').getByRole('button', { name: /cart/i }).click()

const addToCart = async (page: Page) => {
  await page.getByRole('button', { name: 'Add to Cart' }).click()
  await page.getByRole('dialog').getByText(/held/i).waitFor()
}

/** With the claim code that the look shop knows. */
const openCertificate = async (page: Page) => {
  await page.getByLabel('Claim code', { exact: true }).fill(lookClaimCode)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByRole('heading', { name: 'Trade in a piece' }).waitFor()
}

const openMenu = (page: Page, width: number) =>
  width < 1024
    ? page
        .getByRole('banner')
        .locator('summary, button')
        .filter({ hasText: /menu/i })
        .first()
        .click()
    : page.getByRole('banner').locator('summary').filter({ hasText: 'Q & A' }).click()

const shopScreens: Omit<Screen, 'shop'>[] = [
  { name: 'home', path: '/' },
  { name: 'products', path: '/products' },
  { name: 'products-none-found', path: '/products?q=nothing-like-this' },
  { name: 'product', path: '/product/7' },
  {
    name: 'product-large',
    path: '/product/7',
    act: (page) => page.getByRole('radio', { name: /Large/ }).check(),
  },
  {
    name: 'product-engraving',
    path: '/product/8',
    act: (page) => page.getByRole('textbox', { name: /^Engraving/ }).fill('For Ada'),
  },
  {
    name: 'product-engraving-refused',
    path: '/product/8',
    act: (page) => page.getByRole('textbox', { name: /^Engraving/ }).fill('For Ada 💍'),
  },
  {
    name: 'cart-engraving',
    path: '/product/8',
    inWindow: true,
    act: async (page) => {
      await page.getByRole('textbox', { name: /^Engraving/ }).fill('For Ada')
      await addToCart(page)
    },
  },
  {
    name: 'product-viewer',
    path: '/product/7',
    inWindow: true,
    act: async (page) => {
      await page.locator('main a:has(img), main button:has(img)').first().click()
      await page.getByRole('dialog').waitFor()
    },
  },
  { name: 'menu', path: '/our-story', inWindow: true, act: openMenu },
  { name: 'cart-empty', path: '/our-story', inWindow: true, act: openCart },
  { name: 'cart', path: '/product/7', inWindow: true, act: addToCart },
  { name: 'certificate', path: ':certificate', hide: '[aria-labelledby=proof-heading]' },
  {
    name: 'certificate-revoked',
    path: ':certificate revoked',
    hide: '[aria-labelledby=proof-heading]',
  },
  {
    name: 'certificate-offers',
    path: ':certificate',
    hide: '[aria-labelledby=proof-heading]',
    act: openCertificate,
  },
  ...['requested', 'offered', 'agreed'].map((state) => ({
    name: `trade-in-${state}`,
    path: `:trade-in ${state}`,
  })),
  { name: 'order-trade-in', path: ':order trade-in' },
  { name: 'gold-price', path: '/gold-price' },
  { name: 'gold-price-of-product', path: '/gold-price?range=month&piece=7' },
  { name: 'proof', path: '/gold-price/proof' },
  { name: 'proof-day', path: ':proof day', hide: '[aria-labelledby=seal-heading]' },
  { name: 'proof-record', path: '/gold-price/proof/1?grams=14.2&fee=60.00' },
  { name: 'our-story', path: '/our-story' },
  { name: 'custom-work', path: '/custom-work' },
  { name: 'guarantees', path: '/guarantees' },
  { name: 'material-guarantee', path: '/material-guarantee' },
  { name: 'laser-weight-guarantee', path: '/laser-weight-guarantee' },
  { name: 'recast-guarantee', path: '/recast-guarantee' },
  { name: 'contact', path: '/contact' },
  { name: 'find-order', path: '/find-order' },
  {
    name: 'product-price-alert',
    path: '/product/7',
    act: (page) => page.getByText('Email me when the price drops below…').click(),
  },
  { name: 'price-alert', path: '/price-alert' },
  { name: 'price-alert-confirm', path: ':price alert' },
  { name: 'price-alert-end', path: ':price alert to end' },
  { name: 'newsletter', path: '/newsletter' },
  { name: 'newsletter-confirm', path: ':newsletter' },
  { name: 'newsletter-leave', path: ':newsletter to leave' },
  { name: 'cart-reminder', path: ':cart reminder' },
  { name: 'cart-reminder-end', path: ':cart reminder to end' },
  { name: 'journal', path: '/blog' },
  { name: 'journal-post', path: '/blog/4' },
  { name: 'qa', path: '/qa' },
  { name: 'qa-article', path: '/qa/fincen-reporting' },
  { name: 'privacy-policy', path: '/privacy-policy' },
  { name: 'terms', path: '/terms-and-conditions' },
  { name: 'not-found', path: '/nothing-here' },
  { name: 'pay-link', path: ':pay link' },
  { name: 'test-payment', path: ':pay' },
  { name: 'delay', path: ':delay' },
  { name: 'return', path: ':return' },
  { name: 'return-not-confirmed', path: ':return not confirmed' },
  ...[
    'pending',
    'paid',
    'delayed',
    'held',
    'fulfilled',
    'sent-long-ago',
    'returning',
    'canceled',
    'refunded',
    'weighed',
    'overpaid',
    'part-paid',
  ].map((kind) => ({
    name: `order-${kind}`,
    path: `:order ${kind}`,
  })),
]

const adminScreens: Omit<Screen, 'shop'>[] = [
  { name: 'admin-today', path: '/admin/dashboard' },
  { name: 'admin-products', path: '/admin/dashboard/products' },
  { name: 'admin-products-none-found', path: '/admin/dashboard/products?q=nothing-like-this' },
  { name: 'admin-products-bulk', path: '/admin/dashboard/products/bulk?all=yes' },
  { name: 'admin-products-import', path: '/admin/dashboard/products/import' },
  { name: 'admin-products-changes', path: '/admin/dashboard/products/changes' },
  {
    name: 'admin-products-preview',
    path: '/admin/dashboard/products/bulk?all=yes',
    act: async (page) => {
      await page.getByLabel('Fee change').selectOption('add')
      await page.getByLabel('Amount').fill('50')
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('heading', { name: 'Preview', level: 1 }).waitFor()
    },
  },
  { name: 'admin-media', path: '/admin/dashboard/media' },
  { name: 'admin-gold-price', path: '/admin/dashboard/gold-price' },
  { name: 'admin-price-at-moment', path: '/admin/dashboard/gold-price/shown?product=7' },
  { name: 'admin-orders', path: '/admin/dashboard/orders' },
  { name: 'admin-new-order', path: '/admin/dashboard/orders/new' },
  {
    name: 'admin-new-order-price',
    path: '/admin/dashboard/orders/new',
    act: async (page) => {
      await page.getByLabel('Name').fill('Ada Buyer')
      await page.getByLabel('Phone').fill('(206) 555-0149')
      await page.getByLabel('Piece', { exact: true }).fill('Ring')
      await page.getByLabel('Weight in grams (if different from listed)').fill('10')
      await page.getByLabel('Flat fee in dollars (if different from listed)').fill('0')
      await page.getByRole('radio', { name: 'Cash', exact: true }).check()
      await page.getByRole('button', { name: 'Review price' }).click()
      await page.getByRole('region', { name: 'Order total' }).waitFor()
    },
  },
  { name: 'admin-returns', path: '/admin/dashboard/orders/returns' },
  ...['', '/new', '/terms', '/costs'].map((path) => ({
    name: `admin-trade-ins${path.replace('/', '-')}`,
    path: `/admin/dashboard/trade-ins${path}`,
  })),
  ...['requested', 'received', 'offered', 'agreed', 'sold'].map((state) => ({
    name: `admin-trade-in-${state}`,
    path: `:admin trade-in ${state}`,
  })),
  { name: 'admin-return-terms', path: '/admin/dashboard/orders/returns/terms' },
  ...[
    'pending',
    'paid',
    'delayed',
    'held',
    'fulfilled',
    'returning',
    'canceled',
    'refunded',
    'weighed',
    'overpaid',
    'part-paid',
    'accepted',
  ].map((kind) => ({
    name: `admin-order-${kind}`,
    path: `:admin order ${kind}`,
  })),
  { name: 'admin-order-by-staff', path: ':admin order by staff' },
  {
    name: 'admin-order-payment',
    path: ':admin order part-paid',
    act: (page) => page.getByText('Record a payment…').click(),
  },
  {
    name: 'admin-order-refund',
    path: ':admin order paid',
    act: (page) => page.getByText('Refund…').click(),
  },
  {
    name: 'admin-order-rates',
    path: ':admin order paid',
    act: async (page) => {
      const parcel = { 'Length (in)': 8, 'Width (in)': 6, 'Height (in)': 4, 'Weight (oz)': 12.5 }
      for (const [label, value] of Object.entries(parcel)) {
        await page.getByLabel(label).fill(String(value))
      }
      await page.getByRole('button', { name: 'Get rates' }).click()
      await page.getByRole('group', { name: 'Rates' }).waitFor()
    },
  },
  { name: 'admin-metal', path: '/admin/dashboard/metal' },
  { name: 'admin-payments', path: '/admin/dashboard/payments' },
  { name: 'admin-payments-settled', path: '/admin/dashboard/payments?show=settled' },
  { name: 'admin-payment', path: ':admin payment' },
  { name: 'admin-woocommerce', path: '/admin/dashboard/woocommerce' },
  { name: 'admin-newsletter', path: '/admin/dashboard/newsletter' },
  { name: 'admin-cart-reminders', path: '/admin/dashboard/reminders' },
  { name: 'admin-paracord', path: '/admin/dashboard/paracord' },
  { name: 'admin-shipping', path: '/admin/dashboard/shipping' },
  { name: 'admin-sales-tax', path: '/admin/dashboard/sales-tax' },
  { name: 'admin-sales-tax-report', path: '/admin/dashboard/sales-tax/report' },
  { name: 'admin-accounting', path: '/admin/dashboard/accounting' },
  { name: 'admin-accounting-accounts', path: '/admin/dashboard/accounting/accounts' },
  { name: 'admin-bank-price', path: '/admin/dashboard/bank-price' },
  { name: 'admin-texts', path: '/admin/dashboard/texts' },
  { name: 'admin-text-brand', path: '/admin/dashboard/texts/brand' },
  { name: 'admin-text-policy', path: '/admin/dashboard/texts/policy-privacy-policy' },
  { name: 'admin-text-page', path: '/admin/dashboard/texts/page-recast-guarantee' },
  { name: 'admin-text-pictures', path: '/admin/dashboard/texts/pictures' },
  { name: 'admin-text-post', path: '/admin/dashboard/texts/post-1' },
  { name: 'admin-mails', path: '/admin/dashboard/mails' },
  { name: 'admin-mail-text', path: '/admin/dashboard/mails/order-paid-buyer' },
  { name: 'admin-discounts', path: '/admin/dashboard/discounts' },
  { name: 'admin-risk', path: '/admin/dashboard/risk' },
  { name: 'admin-search', path: '/admin/dashboard/search?q=wave' },
  { name: 'admin-guide', path: '/admin/guide' },
  {
    name: 'admin-palette',
    path: '/admin/dashboard/orders',
    inWindow: true,
    act: async (page) => {
      await page.keyboard.press('Control+k')
      await page.getByRole('combobox').fill('wave')
      await page.getByRole('option', { name: /wave/i }).first().waitFor()
    },
  },
  {
    name: 'admin-keys',
    path: '/admin/dashboard/orders',
    inWindow: true,
    act: (page) => page.keyboard.press('?'),
  },
  { name: 'admin-setup', path: '/admin/dashboard/setup' },
  { name: 'admin-log', path: '/admin/dashboard/log', hide: 'main time' },
  { name: 'admin-log-nothing', path: '/admin/dashboard/log?q=nothing-like-this&area=orders' },
  {
    name: 'admin-debug',
    path: '/admin/dashboard/debug',
    hide: 'dt:has-text("Built") + dd, dt:has-text("Version") + dd',
  },
  {
    name: 'admin-system',
    path: '/admin/dashboard/system',
    hide: 'main dd, main time, main li, main td',
  },
  { name: 'admin-account', path: '/admin/account', hide: 'main time' },
  {
    name: 'admin-account-errors',
    path: '/admin/account',
    hide: 'main time',
    act: async (page) => {
      await page.getByText('Add a passkey…').click()
      await page.getByText('Change password…').click()
      await page.getByText('Generate new codes…').click()
      await page.getByRole('button', { name: 'Generate New Codes' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'admin-confirm', path: '/admin/confirm' },
  { name: 'admin-staff', path: '/admin/staff', hide: 'main time' },
  {
    name: 'admin-staff-errors',
    path: '/admin/staff',
    hide: 'main time',
    act: async (page) => {
      await page.getByText('Remove yourself…').click()
      await page.getByRole('button', { name: 'Invite' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  },
  { name: 'admin-product-new', path: '/admin/products/new' },
  { name: 'admin-product-edit', path: '/admin/products/edit/7' },
  { name: 'admin-product-preview', path: '/admin/products/preview/7' },
  {
    name: 'admin-product-errors',
    path: '/admin/products/new',
    act: async (page) => {
      await page.getByRole('button', { name: 'Create Product' }).first().click()
      await page.locator('[aria-invalid=true], [role=alert]').first().waitFor()
    },
  },
  { name: 'admin-not-found', path: '/admin/nothing-here' },
]

export const screens: Screen[] = [
  ...shopScreens.map((screen): Screen => ({ ...screen, shop: 'filled' })),
  ...adminScreens.map((screen): Screen => ({ ...screen, shop: 'filled', admin: true })),
  { name: 'login', shop: 'filled', path: '/admin/login' },
  { name: 'forgot-password', shop: 'filled', path: '/admin/password' },
  {
    name: 'login-refused',
    shop: 'filled',
    path: '/admin/login',
    act: async (page) => {
      await page.getByLabel('Email').fill('ann@example.com')
      await page.getByLabel('Password').fill('not the password')
      await page.getByLabel('Authenticator code').fill('000000')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  { name: 'invitation', shop: 'filled', path: ':invitation' },
  { name: 'invitation-ended', shop: 'filled', path: '/admin/invitation/x' },
  { name: 'setup', shop: 'new', path: ':setup', hide: 'main img, main svg, main code' },
  { name: 'showcase-home', shop: 'showcase', path: '/' },
  { name: 'showcase-product', shop: 'showcase', path: '/product/7' },
  { name: 'showcase-admin', shop: 'showcase', path: '/admin/login' },
]

/** The address of a screen in the shop it is seen in. */
export function addressOf({ path }: Screen, { url, paths }: LookShop): string {
  if (!path.startsWith(':')) return url + path
  const found = paths[path.slice(1)]
  if (!found) throw new Error(`there is no path ${path}`)
  return url + found
}
