import { useSyncExternalStore } from 'react'
import { readSaved, save } from '../browser-storage.ts'

/** What a visitor may choose about the look; kept in the browser, set on <html> before the first paint. */
export const themes = ['system', 'paper', 'night'] as const
export type Theme = (typeof themes)[number]

/** Again as the script in the head (preferences-script.ts), where React rendered <html> again and removed its attributes. */
export function applyPreferences() {
  const { dataset } = document.documentElement
  const theme = readSaved('theme')
  if (theme === 'paper' || theme === 'night') dataset.theme = theme
  if (readSaved('motion') === 'still') dataset.motion = 'still'
}

const changed = 'preferencesChanged'

const subscribe = (onChange: () => void) => {
  window.addEventListener(changed, onChange)
  return () => window.removeEventListener(changed, onChange)
}

export function useTheme(): Theme {
  return useSyncExternalStore(
    subscribe,
    () => themes.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system',
    () => 'system',
  )
}

export function setTheme(theme: Theme) {
  set('theme', theme === 'system' ? null : theme)
}

export function useStill(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.motion === 'still',
    () => false,
  )
}

export function setStill(still: boolean) {
  set('motion', still ? 'still' : null)
}

function set(name: 'theme' | 'motion', value: string | null) {
  const { dataset } = document.documentElement
  if (value === null) delete dataset[name]
  else dataset[name] = value
  // Where storage is forbidden the choice lasts for this page.
  save(name, value)
  window.dispatchEvent(new Event(changed))
}
