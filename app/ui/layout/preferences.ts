import { useSyncExternalStore } from 'react'
import { save } from '../browser-storage.ts'

/** What a visitor may choose about the look; kept in the browser, set on <html> before the first paint. */
export const themes = ['system', 'paper', 'night'] as const
export type Theme = (typeof themes)[number]

/**
 * Runs in the head, before anything is painted. Constant text, so that its hash in the content
 * security policy is constant too. Kept in step with `setTheme` and `setMotion`.
 */
export const preferencesScript = `try{var d=document.documentElement.dataset,t=localStorage.getItem('theme');if(t==='paper'||t==='night')d.theme=t;if(localStorage.getItem('motion')==='still')d.motion='still'}catch(e){}`

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
