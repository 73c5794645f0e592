import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * What a <details> menu lacks: it closes when the route changes [NAV-08], at Escape, at a press
 * outside and when the focus leaves it, and arrow keys move through its links. Without JavaScript it
 * still opens and closes.
 */
export function useMenu() {
  const menu = useRef<HTMLDetailsElement>(null)
  const { key } = useLocation()

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is the reason to close.
  useEffect(() => close(menu), [key])

  useEffect(() => {
    const onPress = (event: PointerEvent) => {
      if (!menu.current?.contains(event.target as Node)) close(menu)
    }
    document.addEventListener('pointerdown', onPress)
    return () => document.removeEventListener('pointerdown', onPress)
  }, [])

  const onBlur = ({ relatedTarget }: React.FocusEvent) => {
    // Nothing takes the focus where the window itself loses it, or where plain text is pressed.
    if (relatedTarget && !menu.current?.contains(relatedTarget)) close(menu)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const details = menu.current
    if (!details) return
    if (event.key === 'Escape') {
      if (!details.open) return
      details.open = false
      details.querySelector('summary')?.focus()
      return
    }
    if (!details.open && !event.key.startsWith('Arrow')) return
    const links = [...details.querySelectorAll<HTMLElement>('a[href]')]
    const at = nextLink(
      event.key,
      links.length,
      links.indexOf(document.activeElement as HTMLElement),
    )
    if (at === null) return
    event.preventDefault()
    details.open = true
    links[at]?.focus()
  }

  return { ref: menu, onBlur, onKeyDown }
}

function close(menu: RefObject<HTMLDetailsElement | null>) {
  if (menu.current) menu.current.open = false
}

/**
 * Which of a menu's links a key leads to, or null where it is none of the menu's keys. `from` is -1
 * on the summary; both ends lead on to the other.
 */
export function nextLink(key: string, count: number, from: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return (from + 1) % count
    case 'ArrowUp':
      return from <= 0 ? count - 1 : from - 1
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
