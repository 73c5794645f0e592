import { Link } from 'react-router'
import { plainText } from '#app/.server/catalog/clean-html.ts'
import { featuredProducts } from '#app/.server/catalog/queries/catalog.ts'
import { sizeNamed } from '#app/.server/catalog/queries/size-names.ts'
import { homePage, writtenPage } from '#app/.server/content/queries/texts.ts'
import { goldPriceOfRequest } from '#app/.server/gold-price/queries/gold-price-of-request.ts'
import { appContext } from '#app/.server/platform/http/request-context.ts'
import { goldSizes } from '#app/domain/catalog/gold-size.ts'
import { chainInBrief, chainOf } from '#app/domain/catalog/necklace-chain.ts'
import { renderingNote } from '#app/domain/content/renderings.ts'
import { isSetManually } from '#app/domain/gold-price/acceptance.ts'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { GoldWidget } from '#app/ui/gold-price/gold-widget.tsx'
import { forCard, ProductRow, pricingTag } from '#app/ui/product-card.tsx'
import { originOf, pageMeta } from '#app/ui/seo.ts'
import { GuaranteeList } from '#app/ui/text/guarantee-list.tsx'
import { Written } from '#app/ui/text/html-text.tsx'
import { Maker } from '#app/ui/text/maker.tsx'
import { Unbroken } from '#app/ui/text/no-break.tsx'
import { PagePicture } from '#app/ui/text/page-picture.tsx'
import { brand } from '#brand'
import { home } from '#content/pages/home.ts'
import { maker } from '#content/pages/maker.ts'
import type { Route } from './+types/home.ts'
import { Hero, heroProduct } from './home/hero.tsx'
import { PriceNote } from './home/price-note.tsx'
import { Scene } from './home/scene.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const app = context.get(appContext)
  const { products, areFeatured } = await featuredProducts(app)
  const { source } = (await goldPriceOfRequest(context)).gold
  const pricing = pricingTag(source)
  const page = await homePage(app)
  // Words that staff wrote stay as they are.
  const isBySet = isSetManually(source) && page.price.body === home.price.body
  const rows = page.sizes.rows.map(({ name, grams }) => {
    const inShop = sizeNamed(app, Number.parseFloat(name))
    return { name, grams: inShop ? `${inShop}: ${grams}` : grams }
  })
  const shown = {
    page: {
      ...page,
      sizes: { ...page.sizes, rows },
      ...(isBySet && { price: { ...page.price, body: page.price.bySet } }),
    },
    maker: await writtenPage(app, maker),
    products: products.map((product) =>
      forCard(product, plainText(product.short_description), pricing),
    ),
    areFeatured,
  }
  const chain = chainOf(heroProduct(page.hero.picture, shown.products)?.attributes ?? [])
  // The headline is of the pendant: what it hangs on is another gold [FACTS-35].
  const ofGold = chain ? `Pendant 24k. ${chainInBrief(chain)}.` : ''
  return { ...shown, note: `${ofGold} ${renderingNote(shown)}`.trim() }
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    title: loaderData.page.searchTitle ?? `${brand.name}: ${loaderData.page.title}`,
    description: loaderData.page.description,
    path: '/',
    origin: originOf(matches),
  })

export default function Home({ loaderData }: Route.ComponentProps) {
  const { page, products, areFeatured } = loaderData
  // What the price of one is made of stands at the top already.
  const atTop = heroProduct(page.hero.picture, products)
  const others = products.filter((product) => product !== atTop)
  const inExample = [...others, ...products].find(
    ({ attributes }) => goldSizes(attributes).length > 0,
  )
  return (
    <>
      <Hero hero={page.hero} products={products} note={loaderData.note} />
      <ValueCards cards={page.cards} />
      <Featured words={page.featured} products={inRow(products, atTop)} areFeatured={areFeatured} />
      <PriceNote words={page.price} product={inExample ?? null} />
      <Guarantees words={page.guarantees} />
      <Maker pictures={loaderData.maker} />
      <Sizes words={page.sizes} />
      <section className="page-band grid items-center gap-x-8 gap-y-8 md:grid-cols-2">
        <PagePicture
          picture={page.customWork.picture}
          sizes="(min-width: 100rem) 42rem, (min-width: 72rem) 33rem, (min-width: 48rem) 46vw, calc(100vw - 2.5rem)"
        />
        <Topic section={page.sections[0]} next={page.next[0]} />
      </section>
      <section className="page-band">
        <div className="border-line border-t pt-10 md:pt-14">
          <Topic section={page.sections[1]} next={page.next[1]} isWide />
        </div>
      </section>
    </>
  )
}

const perRow = 3

/** The one at the top again only where too few others are featured [HOME-04, HOME-09]. */
function inRow<Each>(products: readonly Each[], atTop: Each | undefined): Each[] {
  const others = products.filter((product) => product !== atTop)
  return (others.length >= perRow ? others : products).slice(0, perRow)
}

type Words = Route.ComponentProps['loaderData']['page']

type TopicProps = {
  section: Words['sections'][number]
  next: Words['next'][number]
  isWide?: boolean
}

/** One thing to read on about, and the way there; beside its heading where it has no picture. */
function Topic({ section: { heading, body }, next, isWide = false }: TopicProps) {
  return (
    <div className={isWide ? 'grid gap-x-8 gap-y-4 md:grid-cols-2' : 'grid gap-y-4'}>
      <h2>{heading}</h2>
      <div>
        <Written html={body} className="text-base text-muted" />
        <Link to={next.to} className="link mt-4 inline-block md:mt-6">
          {next.label}
        </Link>
      </div>
    </div>
  )
}

/** Gold, its maker, its price [HOME-02]. */
function ValueCards({ cards }: { cards: Words['cards'] }) {
  return (
    <div className="frame">
      <ul className="value-cards grid grid-cols-1 gap-x-6 border-line border-y min-[20rem]:max-md:grid-cols-2 md:grid-cols-3 md:gap-x-8">
        {cards.map((card) => (
          <li
            key={card.id}
            className="py-6 max-md:last:col-span-full max-md:last:border-line max-md:last:border-t md:py-12"
          >
            {card.id === 'gold-price' ? (
              <GoldWidget
                heading={<h2 className="mt-5 font-sans text-base font-medium">{card.heading}</h2>}
              />
            ) : (
              <>
                <p
                  aria-hidden="true"
                  className="font-display text-5xl leading-none max-md:text-4xl"
                >
                  {card.figure}
                </p>
                <h2 className="mt-5 font-sans text-base font-medium">{card.heading}</h2>
                <p className="mt-1 text-muted">
                  <Unbroken>{card.body}</Unbroken>
                </p>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

type FeaturedProps = Pick<Route.ComponentProps['loaderData'], 'products' | 'areFeatured'> & {
  words: Words['featured']
}

/** [HOME-03 to HOME-08] */
function Featured({ words, products, areFeatured }: FeaturedProps) {
  const gold = useGoldPrice()
  const { heading, viewAll } = words
  return (
    <section aria-labelledby="featured" className="page-band">
      <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-3">
        <h2 id="featured">{areFeatured || products.length === 0 ? heading : 'Newest pieces'}</h2>
        <Link to={viewAll.to} prefetch="intent" className="link">
          {viewAll.label}
        </Link>
      </div>
      {products.length > 0 ? (
        <ProductRow products={products} perGram={gold.pricePerGram} className="stagger" />
      ) : (
        <p className="mt-8 border-y border-line py-10 text-muted">
          No products found. Please try again later.
        </p>
      )}
    </section>
  )
}

/** Under the names the guarantee goes by [FACTS-25]. */
function Guarantees({ words }: { words: Words['guarantees'] }) {
  const { heading, text, three, all } = words
  return (
    <section className="page-band">
      <h2>{heading}</h2>
      <p className="mt-3 max-w-xl text-muted max-md:hidden">
        <Unbroken>{text}</Unbroken>
      </p>
      <div className="mt-8 md:mt-10">
        <GuaranteeList guarantees={three} isBrief />
      </div>
      <Link to={all.to} className="button button-line mt-6 md:mt-4">
        {all.label}
      </Link>
    </section>
  )
}

/** The trade's names for weights, and the weights [FACTS-23, D45]. */
function Sizes({ words }: { words: Words['sizes'] }) {
  const { heading, text, rows, note, picture } = words
  return (
    <Scene picture={picture} isMirrored isFilled>
      <h2>{heading}</h2>
      <p className="mt-3 text-muted max-md:hidden">
        <Unbroken>{text}</Unbroken>
      </p>
      <dl className="mt-5 grid gap-x-6 min-[20rem]:grid-cols-2 md:mt-8 lg:gap-x-8">
        {rows.map((row) => (
          <div key={row.name} className="border-t border-line py-3 md:pt-4 md:pb-7">
            <dt className="font-display text-3xl md:text-4xl lg:text-5xl">{row.name}</dt>
            <dd className="mt-1 text-[0.9375rem] text-muted">
              <Unbroken>{row.grams}</Unbroken>
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-sm text-muted">
        <Unbroken>{note}</Unbroken>
      </p>
    </Scene>
  )
}
