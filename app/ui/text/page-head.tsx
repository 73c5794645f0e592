import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Unbroken } from './no-break.tsx'
import { PagePicture } from './page-picture.tsx'

type Props = {
  title: string
  lead?: string
  /** The page above this one. */
  back?: { to: string; label: string }
  /** Something narrow beside the title. */
  aside?: ReactNode
  /** A scene beside the title: the first picture of its page. */
  picture?: { src: string; alt: string; cut?: boolean }
  children?: ReactNode
}

/** The beginning of a written page: its name, and what it says in a sentence. */
export function PageHead({ title, lead, back, aside, picture, children }: Props) {
  return (
    <header className="frame grid items-center gap-x-8 gap-y-10 pt-12 pb-14 md:grid-cols-12 md:pt-20 md:pb-20">
      <div
        className={`min-w-0 ${picture ? 'md:col-span-6' : aside ? 'md:col-span-7' : 'md:col-span-10'}`}
      >
        {back && (
          <Link
            to={back.to}
            className="link mb-6 inline-flex min-h-6 items-center gap-2 text-[0.9375rem] md:mb-8"
          >
            <ArrowLeft aria-hidden="true" className="size-4 text-gold-deep" />
            {back.label}
          </Link>
        )}
        <h1 className="wrap-anywhere">
          <Unbroken>{title}</Unbroken>
        </h1>
        {lead && (
          <p className="mt-6 max-w-2xl font-display text-2xl leading-snug text-pretty md:mt-8 md:text-[1.75rem]">
            <Unbroken>{lead}</Unbroken>
          </p>
        )}
        {children}
      </div>
      {picture && (
        <div className="md:col-span-6">
          <PagePicture
            picture={picture}
            sizes="(min-width: 100rem) 42rem, (min-width: 72rem) 33rem, (min-width: 48rem) 46vw, calc(100vw - 2.5rem)"
            eager
          />
        </div>
      )}
      {aside && <div className="md:col-span-4 md:col-start-9">{aside}</div>}
    </header>
  )
}
