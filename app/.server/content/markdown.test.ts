import { load } from 'cheerio'
import { describe, expect, it } from 'vitest'
import { brand } from '#brand'
import { fillIn, markdown } from './markdown.ts'

const html = (source: string) => markdown(source).html

describe('Markdown of our own', () => {
  it('keeps notes to the editor out of the page [LEGAL-01]', () => {
    expect(html('One.\n<!-- check\nbefore launch -->\n\nTwo.')).toBe('<p>One.</p>\n<p>Two.</p>')
  })

  it('fills in name, address and hours from brand.ts [LEGAL-02, CONTACT-02]', () => {
    expect(fillIn('{name}, {address}')).toBe(
      `${brand.name}, ${brand.address.street}, ${brand.address.city}, ${brand.address.region} ${brand.address.postalCode}`,
    )
    expect(fillIn('{hours} {closed} {nobody}')).toBe(`${brand.hours} ${brand.closed} {nobody}`)
  })

  it('makes email and phone ways to write and to call [LEGAL-02]', () => {
    const $ = load(html('Write to {email} or call {phone}.'))
    expect($(`a[href="mailto:${brand.email}"]`).text()).toBe(brand.email)
    expect($('a[href^="tel:+1"]').text()).toBe(brand.phone)
    expect($('p').text()).toBe(`Write to ${brand.email} or call ${brand.phone}.`)
  })

  it('gives each heading an address of its own', () => {
    const { html, headings } = markdown('## What it *costs*\n\n### Cash\n\n## What it costs\n')
    const $ = load(html)
    expect(
      $('h2, h3')
        .toArray()
        .map((h) => $(h).attr('id')),
    ).toEqual(['what-it-costs', 'cash', 'what-it-costs-2'])
    expect(headings.map(({ text }) => text)).toEqual(['What it costs', 'What it costs'])
  })

  it('makes tables that keep their meaning when they are stacked [A11Y-01]', () => {
    const $ = load(html('| Kind | Duty |\n| - | - |\n| Bars | None |\n'))
    expect($('tbody th[scope="row"]').text()).toBe('Bars')
    expect($('td').attr('data-column')).toBe('Duty')
    expect(
      $('table, tr, td')
        .toArray()
        .every((element) => $(element).attr('role')),
    ).toBe(true)
  })

  it('sets typed quotes as printers do', () => {
    const $ = load(html(`"About an ounce", and the seller's "no".`))
    expect($('p').text()).toBe('“About an ounce”, and the seller’s “no”.')
  })

  it('counts words, not tags', () => {
    expect(markdown('Pure gold is **99.99%** fine, and [soft](/qa).').words).toBe(7)
  })
})
