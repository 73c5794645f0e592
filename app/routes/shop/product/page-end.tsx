import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { chainLabel, comesWithPiece } from '#app/domain/catalog/necklace-chain.ts'
import { Picture } from '#app/ui/gallery/picture.tsx'
import { useGoldPrice } from '#app/ui/gold-price/gold-price-context.tsx'
import { type CardProduct, ProductRow } from '#app/ui/product-card.tsx'
import { inTheBox, making } from '#content/pages/making.ts'

const frame = { height: 300, className: 'aspect-4/3 object-cover' }
const quarterPage =
  '(min-width: 100rem) 21rem, (min-width: 72rem) 16rem, (min-width: 64rem) 23vw, (min-width: 48rem) 46vw, 92vw'
const halfPage =
  '(min-width: 100rem) 42rem, (min-width: 72rem) 33rem, (min-width: 48rem) 46vw, 92vw'

/** Four pictures of other pieces, so it speaks of all [FACTS-12]. */
export function Making() {
  return (
    <Folded id="making" heading={making.heading}>
      <ol className="mt-6 grid gap-x-6 gap-y-10 md:grid-cols-2 lg:grid-cols-4">
        {making.steps.map(({ heading, body, picture }) => (
          <li key={heading}>
            <Picture
              src={picture.src}
              alt={picture.alt}
              side={400}
              shape={frame}
              sizes={quarterPage}
              className="w-full border border-line"
            />
            <h3 className="mt-3">{heading}</h3>
            <p className="mt-1 text-muted text-sm">{body}</p>
          </li>
        ))}
      </ol>
      <p className="mt-6 text-muted text-sm">{making.note}</p>
    </Folded>
  )
}

/** What arrives; `chain` as the piece names it [FACTS-19, FACTS-33]. */
export function InTheBox({ chain }: { chain: string | null }) {
  const { heading, picture, shown, piece, certificate, note } = inTheBox
  return (
    <Folded id="box" heading={heading}>
      <div className="mt-6 grid items-start gap-x-10 gap-y-6 md:grid-cols-2 lg:gap-x-16">
        <figure>
          <Picture
            src={picture.src}
            alt={picture.alt}
            side={400}
            shape={frame}
            sizes={halfPage}
            className="w-full border border-line"
          />
          <figcaption className="mt-2 text-muted text-xs">{shown}</figcaption>
        </figure>
        <ul className="grid divide-y divide-line border-line border-y">
          <li className="py-4">
            <h3>{piece.heading}</h3>
            <p className="mt-1 text-muted">{sentenceOf(chain)}</p>
            {chain && !comesWithPiece(chain) && (
              <p className="mt-1 text-muted wrap-anywhere">
                {chainLabel(chain)}: {chain}
              </p>
            )}
          </li>
          <li className="py-4">
            <h3>{certificate.heading}</h3>
            <p className="mt-1 text-muted">{certificate.body}</p>
            <Link to={certificate.more.to} className="link mt-1 inline-flex min-h-11 items-center">
              {certificate.more.label}
            </Link>
          </li>
          <li className="py-4">
            <h3>{note.heading}</h3>
            <p className="mt-1 text-muted">{note.body}</p>
          </li>
        </ul>
      </div>
    </Folded>
  )
}

type FoldedProps = { id: string; heading: string; children: ReactNode }

/** Opened by its heading on a phone, and open on wider screens (`.fold` in app.css) [PDP-28]. */
function Folded({ id, heading, children }: FoldedProps) {
  return (
    <section aria-labelledby={id} className="fold-section page-band">
      <h2 id={id} className="fold-heading text-3xl">
        {heading}
      </h2>
      <details className="fold">
        <summary>
          {/* biome-ignore lint/a11y/useSemanticElements: one heading per width, without the words twice. */}
          <span role="heading" aria-level={2}>
            {heading}
          </span>
        </summary>
        {children}
      </details>
    </section>
  )
}

function sentenceOf(chain: string | null): string {
  const { piece } = inTheBox
  if (!chain) return piece.alone
  return comesWithPiece(chain) ? piece.on(chainLabel(chain).toLowerCase()) : piece.beside
}

/** Other pieces, as they are in the collection, where they fill a row [FACTS-11]. */
export function Related({ pieces }: { pieces: readonly CardProduct[] }) {
  const { pricePerGram } = useGoldPrice()
  if (pieces.length < 3) return null
  return (
    <section aria-labelledby="related" className="page-band">
      <h2 id="related" className="text-3xl">
        You may also like
      </h2>
      <ProductRow products={pieces} perGram={pricePerGram} />
    </section>
  )
}
