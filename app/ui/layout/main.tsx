import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

type Props = { className: string; children: ReactNode }

/** Takes the focus at each new page, so that keyboard and screen reader begin there. */
export function Main({ className, children }: Props) {
  const main = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    main.current?.focus({ preventScroll: true })
  }, [pathname])
  return (
    <main id="main" ref={main} tabIndex={-1} className={`${className} outline-none`}>
      {children}
    </main>
  )
}
