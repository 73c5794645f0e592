import type { ReactNode } from 'react'
import { Unbroken } from './unbroken.tsx'
import { Written } from './written.tsx'

type Section = { id: string; heading: string; body: string }

/** Short sections, each under a rule: what it is about on the left, what there is to say beside it. */
export function Sections({ sections }: { sections: readonly Section[] }) {
  return (
    <div className="mx-auto w-full max-w-6xl px-5 md:px-8">
      {sections.map(({ id, heading, body }) => (
        <SectionRow key={id} id={id} heading={heading}>
          <Written html={body} />
        </SectionRow>
      ))}
    </div>
  )
}

type RowProps = { id: string; heading: string; beside?: ReactNode; children: ReactNode }

function SectionRow({ id, heading, beside, children }: RowProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-heading`}
      className="grid gap-x-8 gap-y-5 border-t border-line py-10 md:grid-cols-12 md:py-14"
    >
      <div className="md:col-span-4">
        <h2 id={`${id}-heading`} className="text-[1.75rem] md:text-[2rem]">
          <Unbroken>{heading}</Unbroken>
        </h2>
        {beside}
      </div>
      <div className="md:col-span-7 md:col-start-6">{children}</div>
    </section>
  )
}
