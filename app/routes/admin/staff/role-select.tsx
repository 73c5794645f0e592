import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { roleNames, roles } from '#app/domain/access/rights.ts'

type Props = Omit<ComponentProps<'select'>, 'name' | 'className'> & { initial: string }

/** One of the roles, as the form field `role`. */
export function RoleSelect({ initial, ...select }: Props) {
  return (
    <span className="relative block">
      <select
        {...select}
        name="role"
        defaultValue={initial}
        className="input appearance-none pr-10"
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {roleNames[role]}
          </option>
        ))}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 right-3 my-auto size-5 text-muted"
      />
    </span>
  )
}
