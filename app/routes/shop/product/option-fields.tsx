import { useEffect, useRef, useState } from 'react'
import type { ChosenOption } from '#app/domain/catalog/chosen-options.ts'
import { choicesByOption, isIncluded, type ShownChoice } from '#app/domain/catalog/options.ts'

/** What is chosen on the page of a piece; first, and once a choice is gone, what its price includes [OPTION-02]. */
export function useOptions(offered: readonly ShownChoice[]) {
  const fields = useRef<HTMLDivElement>(null)
  const [picked, setPicked] = useState<readonly ChosenOption[]>([])
  const options = choicesByOption(offered)
  const isPicked = ({ name, choice }: ChosenOption) =>
    picked.some((each) => each.name === name && each.choice === choice)
  const chosen = options.flatMap(
    ([, choices]) => choices.find(isPicked) ?? choices.find(isIncluded) ?? [],
  )
  const read = () => {
    const lists = [...(fields.current?.querySelectorAll('select') ?? [])]
    setPicked(lists.map(({ name, value: choice }) => ({ name, choice })))
  }
  // Chosen before this page answered, or put back by the browser.
  useEffect(read, [])
  return { options, chosen, fields, read }
}

/** One list for each option under the sizes; a choice says what it adds. */
export function OptionFields({ options, chosen, fields, read }: ReturnType<typeof useOptions>) {
  return (
    <div ref={fields} className="mt-3 grid gap-3 md:mt-6">
      {options.map(([name, choices], at) => (
        <label key={name} className="block font-medium wrap-anywhere">
          {name}
          <select
            name={name}
            value={chosen[at]?.choice}
            onChange={read}
            className="input mt-1 font-normal"
          >
            {choices.map((each) => (
              <option key={each.choice} value={each.choice}>
                {each.words}
              </option>
            ))}
          </select>
        </label>
      ))}
    </div>
  )
}
