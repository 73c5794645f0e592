import type { Engine } from '../../../scripts/engines.mjs'

/** How the browser is set before it opens a page; some engines know these only at their start. */
export type Manner = {
  width: number
  height: number
  theme: 'light' | 'dark'
  motion: 'reduce' | 'no-preference'
  /** `blocked`: no cookies and no storage, as where a person forbids both. */
  storage: 'open' | 'blocked'
}

export type Pointer = 'mouse' | 'touch'

/** Keys by the names that the DOM has for them. */
export type Key =
  | 'Enter'
  | 'Tab'
  | 'Escape'
  | 'Backspace'
  | 'ArrowDown'
  | 'ArrowUp'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'End'

/** A function that is carried into the page as text: it knows its arguments and the page alone. */
export type InPage<Arguments extends readonly unknown[], Answer> = (...args: Arguments) => Answer

/** One tab of a browser. Everything a person does goes through the browser’s own input. */
export interface Tab {
  open(address: string): Promise<void>
  run<Arguments extends readonly unknown[], Answer>(
    work: InPage<Arguments, Answer>,
    ...args: Arguments
  ): Promise<Answer>
  pressAt(x: number, y: number, pointer: Pointer): Promise<void>
  pressKey(key: Key): Promise<void>
  type(text: string): Promise<void>
  /** Gives files to the only element of this selector. */
  attach(selector: string, files: readonly string[]): Promise<void>
  screenshot(): Promise<Buffer>
}

/** One browser of a journey, with nothing in it from another one. */
export interface Browser {
  engine: Engine
  /** Runs in every page before its own scripts; to be called before the first tab. */
  onEveryPage(work: InPage<[], void>): Promise<void>
  newTab(): Promise<Tab>
  /** What the browser wrote to its console as an error, and what its pages threw. */
  errors(): Promise<readonly string[]>
  close(): Promise<void>
}

export type Launch = (manner: Manner) => Promise<Browser>
