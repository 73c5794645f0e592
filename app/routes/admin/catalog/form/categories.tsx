import { categoryKey } from '#app/domain/catalog/search.ts'
import { NameList } from '#app/routes/admin/components/name-list.tsx'
import { withCategory } from './add-new.ts'
import type { Change, FormState } from './form-state.ts'
import { Section } from './section.tsx'

type Props = {
  state: FormState
  /** Every category there is, by name. */
  known: readonly string[]
  change: Change
}

export function Categories({ state: { categories, newCategory }, known, change }: Props) {
  const selected = new Set(categories.map(categoryKey))
  return (
    <Section title="Categories">
      <NameList
        label="Selected categories"
        empty="No categories selected"
        addLabel="Add a category"
        name="categories"
        names={categories}
        onNames={(names) => change({ categories: names })}
        withName={withCategory}
        typed={newCategory}
        onTyped={(input) => change({ newCategory: input })}
        suggestions={known.filter((name) => !selected.has(categoryKey(name)))}
      />
    </Section>
  )
}
