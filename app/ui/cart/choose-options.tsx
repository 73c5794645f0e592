import { useId } from 'react'
import { stillOffered } from '#app/domain/cart/choose-again.ts'
import type { ChosenOption } from '#app/domain/catalog/chosen-options.ts'
import { choicesByOption } from '#app/domain/catalog/options.ts'
import type { Offered } from './shown-quote.ts'

type Props = {
  chosen: readonly ChosenOption[]
  offered: Offered
  onChoose: (options: readonly ChosenOption[]) => void
}

/** A choice of the line is no longer offered: what is, to choose from; the rest of the line stays [OPTION-04]. */
export function ChooseOptions({ chosen, offered, onChoose }: Props) {
  const id = useId()
  const kept = stillOffered(chosen, offered)
  if (offered.length === 0) {
    return (
      <button type="button" onClick={() => onChoose([])} className="link self-start py-1 text-sm">
        Keep it without options
      </button>
    )
  }
  return choicesByOption(offered).map(([name, choices], at) => (
    <div key={name} className="mt-2">
      <label htmlFor={`${id}-${at}`} className="block text-sm wrap-anywhere">
        {name}
      </label>
      <select
        id={`${id}-${at}`}
        value={kept.find((each) => each.name === name)?.choice ?? ''}
        onChange={({ currentTarget: { value: choice } }) =>
          onChoose(
            stillOffered([...kept.filter((each) => each.name !== name), { name, choice }], offered),
          )
        }
        className="input"
      >
        <option value="" disabled>
          Choose
        </option>
        {choices.map(({ choice, words }) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </select>
    </div>
  ))
}
