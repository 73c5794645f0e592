import { Picture } from '#app/ui/gallery/picture.tsx'

type Props = {
  /** `cut`: what it shows goes on beyond its borders, so it is in a frame, without the empty ground below. */
  picture: { src: string; alt: string; cut?: boolean }
  /** How wide it is shown, as the attribute of that name. */
  sizes: string
  /** The first of its page. */
  eager?: boolean
  /** Whole and in a frame, as the others of its row are. */
  isFramed?: boolean
  className?: string
}

/** A scene, four by three (a cut one eight by five), on the page's own ground. */
export function PagePicture({
  picture,
  sizes,
  eager = false,
  isFramed = false,
  className = '',
}: Props) {
  const isCut = picture.cut && !isFramed
  return (
    <Picture
      src={picture.src}
      alt={picture.alt}
      side={800}
      shape={{
        height: isCut ? 500 : 600,
        className: isCut ? 'aspect-8/5 object-cover object-top' : 'aspect-4/3 object-contain',
      }}
      sizes={sizes}
      eager={eager}
      filled
      className={`${isCut || isFramed ? 'border border-line' : 'picture-bare'} h-auto w-full ${className}`}
    />
  )
}
