import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigate } from 'react-router'

type Props = {
  /** Set on the server from our own Markdown, or cleaned there. */
  html: string
  className?: string
}

/** Running text. Its links to pages of ours change the page without a reload, like all others. */
export function Written({ html, className = '' }: Props) {
  const text = useRef<HTMLDivElement>(null)
  const navigate = useNavigate()

  const follow = useEffectEvent((event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (!link || !isPlainClick(event) || !leadsToAnotherPage(link)) return
    event.preventDefault()
    navigate(link.pathname + link.search + link.hash)
  })
  useEffect(() => {
    const element = text.current
    const listener = (event: MouseEvent) => follow(event)
    element?.addEventListener('click', listener)
    return () => element?.removeEventListener('click', listener)
  }, [])

  return (
    <div
      ref={text}
      className={`prose written ${className}`}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own Markdown, set by the server.
      dangerouslySetInnerHTML={{ __html: html }}
    />
  )
}

function isPlainClick(event: MouseEvent): boolean {
  const { metaKey, ctrlKey, shiftKey, altKey } = event
  const held = metaKey || ctrlKey || shiftKey || altKey
  return event.button === 0 && !held && !event.defaultPrevented
}

function leadsToAnotherPage(link: HTMLAnchorElement): boolean {
  return link.origin === window.location.origin && link.pathname !== window.location.pathname
}
