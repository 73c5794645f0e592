import { setStill, setTheme, type Theme, themes, useStill, useTheme } from './preferences.ts'

const names = { system: 'System', paper: 'Light', night: 'Dark' } as const satisfies Record<
  Theme,
  string
>

/** Theme and motion, small, at the foot of every page. Hidden where no script could answer them. */
export function PreferenceSwitches() {
  const theme = useTheme()
  const still = useStill()
  return (
    <div className="needs-script flex flex-wrap items-center gap-x-8 gap-y-3">
      <fieldset className="flex flex-wrap gap-1">
        <legend className="sr-only">Theme</legend>
        {themes.map((choice) => (
          <label key={choice} className="switch">
            <input
              type="radio"
              name="theme"
              value={choice}
              checked={theme === choice}
              onChange={() => setTheme(choice)}
              className="sr-only"
            />
            {names[choice]}
          </label>
        ))}
      </fieldset>
      <button type="button" className="switch motion-switch" onClick={() => setStill(!still)}>
        {still ? 'Resume motion' : 'Pause motion'}
      </button>
    </div>
  )
}
