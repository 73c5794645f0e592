import type { ComponentProps } from 'react'
import { useNavigation } from 'react-router'

type Props = ComponentProps<'button'> & {
  gold?: boolean
  /** The one of the actions of the page that it asks for. */
  action?: string
}

/** Submits its form; disabled while a submitted form is being answered. */
export function SubmitButton({ gold = false, action, disabled, className = '', ...button }: Props) {
  const busy = useNavigation().formMethod === 'POST'
  return (
    <button
      {...(action !== undefined && { name: 'action', value: action })}
      {...button}
      type="submit"
      disabled={busy || disabled}
      className={`button ${gold ? 'button-gold' : 'button-line'} ${className}`}
    />
  )
}
