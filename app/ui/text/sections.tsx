import { Written } from './html-text.tsx'
import { Unbroken } from './no-break.tsx'

type Section = { id: string; heading: string; body: string }

/** Short sections, each under a rule: what it is about on the left, what there is to say beside it. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="frame">
      {sections.map(({ id, heading, body }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-heading`}
          className="grid gap-x-8 gap-y-5 border-t border-line py-10 md:grid-cols-12 md:py-14"
        >
          <h2
            id={`${id}-heading`}
            className="text-[1.75rem] md:col-span-4 md:text-2xl lg:text-[2rem]"
          >
            <Unbroken>{heading}</Unbroken>
          </h2>
          <div className="md:col-span-7 md:col-start-6">
            <Written html={body} />
          </div>
        </section>
      ))}
    </div>
  )
}
