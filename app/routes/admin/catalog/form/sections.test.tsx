import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { newProduct } from '#app/contracts/catalog/product.ts'
import type { PricePerGram } from '#app/domain/gold-price/rates.ts'
import { Basics } from './basics.tsx'
import { Categories } from './categories.tsx'
import { differences, draftFrom, formStateOf, isSame } from './form-state.ts'
import { Pictures } from './pictures.tsx'
import { Sizes } from './sizes.tsx'
import { Specifications } from './specifications.tsx'

const perGram = 927_700 as PricePerGram
const change = () => undefined
const state = formStateOf(newProduct)

function html(element: ReactNode): string {
  const router = createMemoryRouter([{ path: '/', element }])
  return renderToStaticMarkup(<RouterProvider router={router} />)
}

const basics = html(<Basics state={state} change={change} isNew epoch={0} stock={null} />)
const sizes = html(<Sizes sizes={state.sizes} chain="" perGram={perGram} change={change} />)
const inputs = (page: string) => page.match(/<input[^>]*>/g) ?? []

describe('the sections', () => {
  it('mark the weights and fees of a new product as examples, until they are changed or saved [SIZE-13]', () => {
    const shown = (rows: typeof state.sizes) =>
      html(<Sizes sizes={rows} chain="" perGram={perGram} change={change} />)
    const says = 'The weights and fees are examples.'
    expect(sizes).toContain(says)
    expect(shown(state.sizes.map((row) => ({ ...row, weight: '13.2' })))).not.toContain(says)
    expect(shown(state.sizes.map((row) => ({ ...row, sizeKey: 'small' })))).not.toContain(says)
  })

  it('stand under their headings [FORM-04]', () => {
    const pictures = html(
      <Pictures state={state} change={change} onPicture={change} onUploads={change} />,
    )
    const rows = html(<Specifications specifications={[]} change={change} />)
    const categories = html(<Categories state={state} known={[]} change={change} />)
    const headings = [basics, sizes, pictures, rows, categories].map(
      (page) => /<h2[^>]*>([^<]+)<\/h2>/.exec(page)?.[1],
    )
    expect(headings).toEqual([
      'Basic Information',
      'Sizes',
      'Images',
      'Specifications',
      'Categories',
    ])
  })

  it('Basic Information asks for name, slug, switches and descriptions [FORM-05, FORM-07, DATA-03]', () => {
    for (const label of ['Name', 'Web address', 'Short Description', 'Full Description']) {
      expect(basics).toMatch(new RegExp(`<(label|p)[^>]*>${label}</(label|p)>`))
    }
    expect(basics).toMatch(/<input type="checkbox"[^>]*checked=""[^>]*\/><span>Product Active/)
    expect(basics).toMatch(/<input type="checkbox" (?![^>]*checked)[^>]*\/><span>Featured Product/)
    expect(basics).not.toMatch(/name="slug"[^>]*(readonly|disabled)/i)
  })

  it('marks name, slug and short description as required [FORM-10]', () => {
    for (const name of ['name', 'slug', 'shortDescription']) {
      const field = new RegExp(`<(?:input|textarea)[^>]*name="${name}"[^>]*>`).exec(basics)?.[0]
      expect(field).toContain('required=""')
    }
  })
})

describe('gold sizes', () => {
  it('begin as Small and Large, each with its total [SIZE-01, SIZE-06]', () => {
    const values = inputs(sizes).map((input) => /value="([^"]*)"/.exec(input)?.[1])
    const empty = ['', '']
    expect(values).toEqual([
      ...['Small', '14.7', '750', ...empty],
      ...['Large', '28.9', '1250', ...empty],
      '',
    ])
    const totals = [...sizes.matchAll(/<output[^>]*>([^<]+)</g)].map(([, total]) => total)
    expect(totals).toEqual(['$2,113.72', '$3,931.05'])
  })

  it('ask for size, weight and fee as text that keeps its comma, and a payment link that is a URL [SIZE-02, SIZE-03, SIZE-04, FORM-31]', () => {
    for (const label of ['Size', 'Weight (g)', 'Flat fee ($)', 'In stock', 'Payment link']) {
      expect(sizes).toContain(`>${label}</label>`)
    }
    const [, weight, fee, , link] = inputs(sizes)
    for (const amount of [weight, fee])
      expect(amount).toMatch(/type="text"[^>]*inputMode="decimal"/i)
    expect(link).toContain('type="url"')
  })

  it('keep their last row [SIZE-05]', () => {
    const one = html(
      <Sizes sizes={state.sizes.slice(0, 1)} chain="" perGram={perGram} change={change} />,
    )
    expect(one).toMatch(/<button[^>]*disabled=""[^>]*aria-label="Remove size Small"/)
    expect(sizes).not.toMatch(/<button[^>]*disabled=""/)
  })

  it('warn that a payment link has a fixed price, and show no live total with one, where the size is not counted [STOCK-11, PAY-05, SIZE-06, D7]', () => {
    const warning = 'Fixed price: Buy Now opens this page'
    const total = (page: string) => /<output[^>]*>([^<]*)<\/output>/.exec(page)?.[1]
    const rowWith = (stripeLink: string, pieces = '') => {
      const rows = state.sizes.slice(0, 1).map((row) => ({ ...row, stripeLink, pieces }))
      return html(<Sizes sizes={rows} chain="" perGram={perGram} change={change} />)
    }
    const linked = rowWith('https://buy.stripe.com/x')
    expect(linked).toContain(warning)
    expect(total(linked)).toBe('set by the link')
    expect(linked).not.toContain('2,113.72')
    expect(total(rowWith('https://buy.stripe.com/x', '2'))).toBe('$2,113.72')
    for (const none of ['', '  ']) {
      expect(rowWith(none)).not.toContain(warning)
      expect(total(rowWith(none))).toBe('$2,113.72')
    }
  })

  it('have no total while weight or fee is no number [SIZE-06]', () => {
    const [row] = state.sizes
    if (!row) throw new Error('no size')
    for (const part of [{ weight: '1,5' }, { weight: '0' }, { fee: '' }, { fee: '-1' }]) {
      const page = html(
        <Sizes sizes={[{ ...row, ...part }]} chain="" perGram={perGram} change={change} />,
      )
      expect(page).toMatch(/<output[^>]*>–</)
    }
  })
})

describe('specifications, pictures and categories', () => {
  it('a row of specifications has name and value [SPEC-01, SPEC-02]', () => {
    const page = html(
      <Specifications
        specifications={[{ key: 'a', name: 'Chain', value: 'none' }]}
        change={change}
      />,
    )
    expect(page).toContain('aria-label="Specification name"')
    expect(page).toContain('aria-label="Specification value"')
    expect(page).toContain('Add Specification')
    expect(page).toContain('Add Dimension Fields')
  })

  it('a picture is asked for without a referrer [IMG-01]', () => {
    const page = html(
      <Pictures
        state={{ ...state, images: [{ key: 'a', src: 'https://a.example/a.jpg', alt: '' }] }}
        change={change}
        onPicture={change}
        onUploads={change}
      />,
    )
    expect(page).toMatch(/<img[^>]*referrerPolicy="no-referrer"/i)
    expect(page).toContain('alt="Product image"')
  })

  it('categories say that none is selected, and suggest those there are [CAT-01, CAT-02, CAT-05, CAT-07]', () => {
    const page = html(<Categories state={state} known={['Land', 'Water']} change={change} />)
    expect(page).toContain('No categories selected')
    expect(page).toContain('>Add a category</label>')
    expect(page).toMatch(/<button[^>]*disabled=""[^>]*>Add<\/button>/)
    expect(page).toMatch(/<datalist[^>]*><option value="Land"><\/option><option value="Water">/)
    const chosen = html(
      <Categories state={{ ...state, categories: ['water '] }} known={['Water']} change={change} />,
    )
    expect(chosen).not.toContain('No categories selected')
    expect(chosen).not.toContain('<option')
  })
})

describe('the form’s state', () => {
  it('is the draft again, and knows what differs', () => {
    expect(draftFrom(formStateOf(newProduct))).toEqual(newProduct)
    expect(isSame(newProduct, { ...newProduct, name: ' ' })).toBe(true)
    const other = { ...newProduct, name: 'x', categories: ['Water'] }
    expect(isSame(newProduct, other)).toBe(false)
    expect(differences(newProduct, other)).toEqual(['Name', 'Categories'])
  })
})
