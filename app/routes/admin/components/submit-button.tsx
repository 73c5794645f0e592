import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'

type Props = ComponentProps<'button'> & { gold?: boolean }

/** Submits its form; disabled while a submitted form is being answered. */
export function SubmitButton({ gold = false, disabled, className = '', ...button }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <button
      {...button}
      type="submit"
      disabled={busy || disabled}
      className={`button ${gold ? 'button-gold' : 'button-line'} ${className}`}
    />
  )
}
