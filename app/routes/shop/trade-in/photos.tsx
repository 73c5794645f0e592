import { useParams } from 'react-router'
import type { OwnerTradeIn } from '#app/.server/trade-ins/queries/owner-trade-in.ts'

/** What we photographed at the bench, for its owner alone [TRADE-28]. */
export function Photos({ photos }: Pick<OwnerTradeIn, 'photos'>) {
  const { token = '' } = useParams()
  if (photos.length === 0) return null
  return (
    <section aria-labelledby="photos" className="mt-12">
      <h2 id="photos" className="text-2xl">
        Photos of your piece
      </h2>
      <ul className="mt-4 grid grid-cols-2 gap-3 sm:grid-cols-3">
        {photos.map(({ id, width, height }, index) => (
          <li key={id}>
            <a
              href={`/trade-ins/${encodeURIComponent(token)}/photos/${id}`}
              target="_blank"
              rel="noreferrer"
              className="block"
            >
              <img
                src={`/trade-ins/${encodeURIComponent(token)}/photos/${id}`}
                alt={`Your piece, ${index + 1} of ${photos.length} (opens in a new tab)`}
                width={width}
                height={height}
                loading="lazy"
                className="picture-ground aspect-square w-full object-cover"
              />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
