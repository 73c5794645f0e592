/** Where the bar leads [NAV-02 to NAV-06]. The mobile menu offers the same, in the same order. */
export type Entry = { to: string; label: string }
export type Menu = { label: string; entries: readonly Entry[] }

const guarantees: Menu = {
  label: 'Guarantees',
  entries: [
    { to: '/guarantees', label: 'All Guarantees' },
    { to: '/material-guarantee', label: 'Material' },
    { to: '/laser-weight-guarantee', label: 'Weight' },
    { to: '/recast-guarantee', label: 'Recast' },
  ],
}

/** The topics come from the content, with the index before them. */
function questions(topics: readonly { id: string; label: string }[]): Menu {
  return {
    label: 'Q & A',
    entries: [
      { to: '/qa', label: 'All Q & A Topics' },
      ...topics.map(({ id, label }) => ({ to: `/qa/${id}`, label })),
    ],
  }
}

export function barItems(topics: readonly { id: string; label: string }[]): (Entry | Menu)[] {
  return [
    { to: '/products', label: 'Collections' },
    { to: '/our-story', label: 'Our Story' },
    { to: '/custom-work', label: 'Custom Work' },
    questions(topics),
    guarantees,
    { to: '/contact', label: 'Contact' },
  ]
}

type FooterLink = Entry & { away?: true }

export function footerLinks(videoChannel: string, newsletter: boolean): FooterLink[] {
  return [
    { to: '/products', label: 'Collections' },
    { to: '/our-story', label: 'Our story' },
    { to: '/guarantees', label: 'The triple guarantee' },
    { to: '/qa', label: 'Questions & Answers' },
    { to: '/blog', label: 'Journal' },
    ...(videoChannel === '' ? [] : [{ to: videoChannel, label: 'Videos', away: true as const }]),
    { to: '/contact', label: 'Contact' },
    { to: '/find-order', label: 'Find my order' },
    ...(newsletter ? [{ to: '/newsletter', label: 'Newsletter' }] : []),
    { to: returnsTerms, label: 'Returns' },
  ]
}

/** The heading of the terms under which returns are. */
export const returnsTerms = '/terms-and-conditions#returns-and-our-mistakes'

export const legalLinks: readonly Entry[] = [
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/terms-and-conditions', label: 'Terms and Conditions' },
]
