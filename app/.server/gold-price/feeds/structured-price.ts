import type { CheerioAPI } from 'cheerio'

/** What a page says of its product for machines (schema.org JSON-LD, meta elements). */
export type StructuredPrice = {
  /** Every currency the page's own product is said to be priced in. */
  currencies: Set<string>
  /** Every amount it is said to cost, as written; one where it has a single price. */
  amounts: Set<string>
}

type Node = Record<string, unknown>

export function structuredPrice($: CheerioAPI): StructuredPrice {
  const found: StructuredPrice = { currencies: new Set(), amounts: new Set() }
  $('meta[property$=":price:currency"], meta[itemprop="priceCurrency"]').each((_, meta) => {
    const currency = $(meta).attr('content')?.trim()
    if (currency) found.currencies.add(currency.toUpperCase())
  })
  $('script[type="application/ld+json"]').each((_, script) => {
    for (const product of productsIn(parsed($(script).text()))) {
      for (const offer of nodesOf(product.offers)) addOffer(offer, found)
    }
  })
  return found
}

function addOffer(offer: Node, found: StructuredPrice): void {
  const specifications = nodesOf(offer.priceSpecification).filter(
    // The price before a sale is next to the current one.
    (specification) => !/(?:ListPrice|StrikethroughPrice)$/.test(String(specification.priceType)),
  )
  for (const node of [offer, ...specifications]) {
    if (typeof node.priceCurrency === 'string') {
      found.currencies.add(node.priceCurrency.toUpperCase())
    }
    for (const amount of [node.price, node.lowPrice, node.highPrice]) {
      if (typeof amount === 'string' || typeof amount === 'number') {
        found.amounts.add(String(amount))
      }
    }
  }
}

/** Products at the top of the data only: those named inside another one are related products. */
function productsIn(data: unknown): Node[] {
  return nodesOf(data)
    .flatMap((node) => (node['@graph'] === undefined ? [node] : nodesOf(node['@graph'])))
    .filter((node) => [node['@type']].flat().includes('Product'))
}

function nodesOf(value: unknown): Node[] {
  return [value].flat().filter((node): node is Node => typeof node === 'object' && node !== null)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
