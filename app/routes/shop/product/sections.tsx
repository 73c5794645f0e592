import type { Attribute } from '#app/domain/catalog/product.ts'
import { Unbroken } from '#app/ui/text/no-break.tsx'

export function Paracord({ message, colors }: { message: string; colors: readonly string[] }) {
  return (
    <section aria-labelledby="paracord" className="mt-6 border border-line px-4 py-3 text-sm">
      <h2 id="paracord" className="font-medium font-sans text-sm">
        Paracord Necklace
      </h2>
      {message && <p className="mt-1 wrap-anywhere">{message}</p>}
      {colors.length > 0 && (
        <p className="mt-1 text-muted wrap-anywhere">Colors: {colors.join(', ')}</p>
      )}
    </section>
  )
}

type SpecificationsProps = { dimensions: string | null; specifications: readonly Attribute[] }

export function Specifications({ dimensions, specifications }: SpecificationsProps) {
  if (!dimensions && specifications.length === 0) return null
  return (
    <section aria-labelledby="specifications" className="piece-specifications">
      <h2 id="specifications" className="text-[min(1.875rem,13vw)]">
        Specifications
      </h2>
      <dl className="piece-facts">
        {dimensions && <Fact name="Dimensions" value={dimensions} />}
        {specifications.map(({ id, name, option }) => (
          <Fact key={id} name={name} value={option} />
        ))}
      </dl>
    </section>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Unbroken>{value}</Unbroken>
      </dd>
    </div>
  )
}

/** HTML that passed the allow-list of clean-html.ts on its way here [PDP-18, PDP-19]. */
export function Details({ html }: { html: string }) {
  if (!html) return null
  return (
    <section aria-labelledby="details">
      <h2 id="details" className="text-3xl">
        Product Details
      </h2>
      <div
        className="prose mt-5 wrap-anywhere [&_h2]:text-2xl"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the loader.
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </section>
  )
}
