import type { TextField, TextValues } from '#app/domain/content/text-field.ts'
import { Field } from '#app/ui/forms/field.tsx'
import { PictureField } from './picture-field.tsx'

type Props = { fields: readonly TextField[]; values: TextValues }

/** The inputs of a text; those of one group stand together, under its name. */
export function TextFields({ fields, values }: Props) {
  return groupsOf(fields).map(({ name, fields: own }) =>
    name === '' ? (
      own.map((field) => <Input key={field.name} field={field} values={values} />)
    ) : (
      <fieldset key={name} className="grid gap-4 border-line border-t pt-4">
        <legend className="float-left mb-1 w-full font-display text-xl">{name}</legend>
        {own.map((field) => (
          <Input key={field.name} field={field} values={values} />
        ))}
      </fieldset>
    ),
  )
}

type Group = { name: string; fields: TextField[] }

/** In the order of the page; fields without a group stand by themselves. */
function groupsOf(fields: readonly TextField[]): Group[] {
  const groups: Group[] = []
  for (const field of fields) {
    const last = groups.at(-1)
    if (last?.name === field.group) last.fields.push(field)
    else groups.push({ name: field.group, fields: [field] })
  }
  return groups.map((group, at) =>
    // Two of one name are two groups, and each needs its own.
    groups.findIndex(({ name }) => name === group.name) === at || group.name === ''
      ? group
      : { ...group, name: `${group.name} ` },
  )
}

function Input({ field, values }: { field: TextField; values: TextValues }) {
  const { name, label, kind, hint, isOptional, max, options } = field
  const value = values[name] ?? ''
  const about = { label, hint, optional: isOptional ? 'optional' : undefined }
  const given = { name, defaultValue: value, className: 'input' }
  switch (kind) {
    case 'picture':
      return <PictureField field={field} value={value} />
    case 'markdown':
    case 'template':
    case 'text':
      return (
        <Field {...about}>
          <textarea
            {...given}
            {...(kind === 'template' && { className: 'input font-mono text-sm' })}
            rows={rowsFor(value, kind !== 'text')}
            spellCheck
          />
        </Field>
      )
    case 'choice':
      return (
        <Field {...about}>
          <select {...given}>
            {options?.map(([option, words]) => (
              <option key={option} value={option}>
                {words}
              </option>
            ))}
          </select>
        </Field>
      )
    default:
      return (
        <Field {...about}>
          <input
            {...given}
            {...inputTypes[kind]}
            maxLength={kind === 'time' ? undefined : max + 1}
            autoComplete="off"
          />
        </Field>
      )
  }
}

const inputTypes = {
  line: { type: 'text' },
  email: { type: 'email', inputMode: 'email' },
  phone: { type: 'tel', inputMode: 'tel' },
  zip: { type: 'text', inputMode: 'numeric' },
  link: { type: 'text', inputMode: 'url', spellCheck: false },
  slug: { type: 'text', spellCheck: false },
  time: { type: 'datetime-local' },
} as const

/** About as tall as its content, within a screen. */
function rowsFor(value: string, isLong: boolean): number {
  const lines = value.split('\n').reduce((sum, line) => sum + 1 + Math.floor(line.length / 75), 0)
  return Math.min(isLong ? 30 : 8, Math.max(isLong ? 5 : 2, lines + 1))
}
