import { type ComponentProps, type InputEvent, type KeyboardEvent, useState } from 'react'
import { type Steps, stepped } from '#app/domain/money/typed-number.ts'

type Props = Omit<ComponentProps<'input'>, 'type' | 'inputMode' | 'step' | 'min' | 'max'> &
  Partial<Steps>

/**
 * A field of an amount, a weight or a count. It is text, because a number field drops a comma without a
 * word: 750,50 would become 75050 [FORM-31]. Arrow keys step it as they step a number field [DOM-04]. The
 * number pad of a phone in some countries has a comma and no point: after a comma it is the whole keyboard.
 */
export function SteppedInput({ by = '0.01', min, max, onKeyDown, onInput, ...input }: Props) {
  const [hasComma, setHasComma] = useState(false)
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    onKeyDown?.(event)
    const { key, currentTarget: field } = event
    if (field.readOnly) return
    if (key !== 'ArrowUp' && key !== 'ArrowDown') return
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const next = stepped(field.value, key === 'ArrowUp' ? 1 : -1, { by, min, max })
    if (next !== null && next !== field.value) setValue(field, next)
  }
  return (
    <input
      autoComplete="off"
      {...input}
      type="text"
      inputMode={hasComma ? 'text' : by === '1' ? 'numeric' : 'decimal'}
      onKeyDown={step}
      onInput={(event: InputEvent<HTMLInputElement>) => {
        onInput?.(event)
        setHasComma(event.currentTarget.value.includes(','))
      }}
    />
  )
}

/** As if it was entered, so that React hears of it. */
function setValue(field: HTMLInputElement, text: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
