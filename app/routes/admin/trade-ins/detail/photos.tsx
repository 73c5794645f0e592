import { Form, useRevalidator } from 'react-router'
import type { TradeInPhoto } from '#app/.server/trade-ins/photos.ts'
import { isTradeInOpen, maxPhotos } from '#app/domain/trade-ins/trade-in.ts'
import { Disclosure } from '../../components/disclosure.tsx'
import { ShopTime } from '../../components/shop-time.tsx'
import { SubmitButton } from '../../components/submit-button.tsx'
import { UploadPictures } from '../../media/upload-pictures.tsx'
import type { ShownTradeIn } from './action-form.tsx'

type Props = { page: ShownTradeIn; photos: readonly TradeInPhoto[] }

/** Photographs of the piece, taken at the bench; its owner sees them as well [TRADE-27]. */
export function Photos({ page: { tradeIn }, photos }: Props) {
  const { revalidate } = useRevalidator()
  const isOpen = isTradeInOpen(tradeIn.state)
  if (!isOpen && photos.length === 0) return null
  const path = `/admin/dashboard/trade-ins/${encodeURIComponent(tradeIn.id)}/photos`
  return (
    <section className="admin-panel grid gap-4" aria-labelledby="photos">
      <h2 id="photos">Photos</h2>
      <p className="text-sm">
        {photos.length} of {maxPhotos} photos. The customer can see them on their trade-in page.
      </p>
      {photos.length > 0 && (
        <ul aria-label="Photos of the piece" className="grid grid-cols-2 gap-3">
          {photos.map(({ id, at, by, width, height }, index) => (
            <li key={id} className="min-w-0">
              <a href={`${path}/${id}`} target="_blank" rel="noreferrer" className="block">
                <img
                  src={`${path}/${id}`}
                  alt={`Piece, ${index + 1} of ${photos.length} (opens in a new tab)`}
                  width={width}
                  height={height}
                  loading="lazy"
                  className="picture-ground aspect-square w-full object-cover"
                />
              </a>
              <p className="mt-1 text-muted text-sm wrap-anywhere">
                <ShopTime at={at} />, {by}
              </p>
              {isOpen && (
                <Form method="post">
                  <input type="hidden" name="photo" value={id} />
                  <Disclosure look="text" label="Delete">
                    <p>
                      <SubmitButton action="remove-photo">Delete the photo</SubmitButton>
                    </p>
                  </Disclosure>
                </Form>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && photos.length < maxPhotos && (
        <UploadPictures
          to={path}
          doneText="Added to this trade-in."
          onUploaded={() => void revalidate()}
        />
      )}
    </section>
  )
}
