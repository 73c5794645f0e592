import { Checkbox } from '#app/ui/forms/checkbox.tsx'

/** The Treasury Department’s search of all U.S. sanctions lists. */
const search = 'https://sanctionssearch.ofac.treas.gov/'

/** Staff say that they compared a person with the sanctions lists, where they can be searched. */
export function SanctionsCheck({ of, required }: { of: string; required?: boolean }) {
  return (
    <div>
      <Checkbox name="sanctions" {...(required && { required })}>
        I checked the {of}’s name and address against U.S. sanctions lists and found no match.
      </Checkbox>
      {/* Beside the label: a press on a link inside it would follow the link and check nothing. */}
      <a
        className="link ml-8 inline-block py-1 text-sm"
        href={search}
        target="_blank"
        rel="noreferrer"
      >
        Search the lists
      </a>
    </div>
  )
}
