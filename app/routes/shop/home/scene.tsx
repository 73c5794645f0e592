import type { ReactNode } from 'react'
import { Picture } from '#app/ui/gallery/picture.tsx'

type Props = {
  picture: { src: string; alt: string }
  children: ReactNode
  /** The picture on the right where it is beside the words. */
  isMirrored?: boolean
  /** The picture has a ground that fills its half; what is above its lower part gives way. */
  isFilled?: boolean
  /** Whether phones show the picture, above the words. */
  isOnPhones?: boolean
}

/** A picture and words beside it, on a ground as wide as the window; both keep to the margins of the page. */
export function Scene({
  picture,
  children,
  isMirrored = false,
  isFilled = false,
  isOnPhones = true,
}: Props) {
  return (
    <section className={`scene ${isMirrored ? 'scene-mirrored' : ''}`}>
      <Picture
        src={picture.src}
        alt={picture.alt}
        side={800}
        sizes="(min-width: 100rem) 48rem, (min-width: 72rem) 38rem, (min-width: 48rem) 50vw, calc(100vw - 2.5rem)"
        filled
        shape={{
          height: 600,
          className: `aspect-4/3 ${isFilled ? 'object-cover object-[50%_85%]' : 'object-contain'}`,
        }}
        className={`scene-picture h-auto w-full ${isOnPhones ? '' : 'max-md:hidden'}`}
      />
      <div className="scene-words">{children}</div>
    </section>
  )
}
