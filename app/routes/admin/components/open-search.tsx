import { type ComponentType, useEffect, useEffectEvent, useState } from 'react'
import { Link } from 'react-router'

const address = '/admin/dashboard/search'

/** The way to search, which opens over any screen by Ctrl K; a separate screen without a script. */
export function OpenSearch() {
  const [Palette, setPalette] = useState<ComponentType<{ onClose: () => void }> | null>(null)
  const [isOpen, setOpen] = useState(false)
  const open = () => {
    setOpen(true)
    import('../reports/search/palette.tsx').then(
      (loaded) => setPalette(() => loaded.Palette),
      () => location.assign(address),
    )
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const isAsked = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
    if (!isAsked || event.key.toLowerCase() !== 'k' || event.defaultPrevented) return
    event.preventDefault()
    // Not over another dialog, which asks for an answer first.
    if (!document.querySelector('dialog[open]')) open()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [])
  return (
    <>
      <Link
        to={address}
        aria-keyshortcuts="Control+K Meta+K"
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
          event.preventDefault()
          open()
        }}
        className="link py-2 max-md:py-1"
      >
        Search
        <span aria-hidden="true" className="ml-1.5 text-muted text-xs max-md:hidden">
          Ctrl K
        </span>
      </Link>
      {isOpen && Palette && <Palette onClose={() => setOpen(false)} />}
    </>
  )
}
