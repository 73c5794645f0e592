import type { MetaDescriptor } from 'react-router'
import { brand } from '#brand'

export type Facts = { '@type': string; [name: string]: unknown }
type Trail = readonly { name: string; path: string }[]
type Described = { title: string; description: string; path: string; origin: string }
type Published = {
  /** ISO 8601. */
  published?: string
  /** Address of its picture. */
  image?: string
}

export const context = 'https://schema.org'

/**
 * Facts for search engines [SEO-04], in the head of a page. React Router writes
 * it as application/ld+json with `<` escaped, so that no text of ours can end the script.
 */
export function jsonLd(facts: Facts): MetaDescriptor {
  return { 'script:ld+json': { '@context': context, ...facts } } as MetaDescriptor
}

/** The way to a page, home first and the page itself last. */
export function breadcrumbs(origin: string, trail: Trail): MetaDescriptor {
  return jsonLd({
    '@type': 'BreadcrumbList',
    itemListElement: [{ name: 'Home', path: '/' }, ...trail].map(({ name, path }, at) => ({
      '@type': 'ListItem',
      position: at + 1,
      name,
      item: new URL(path, origin).href,
    })),
  })
}

export function article({
  title,
  description,
  path,
  origin,
  published,
  image,
}: Described & Published): MetaDescriptor {
  return jsonLd({
    '@type': 'Article',
    headline: title,
    description,
    ...(published && { datePublished: published }),
    ...(image && { image: new URL(image, origin).href }),
    inLanguage: 'en-US',
    mainEntityOfPage: new URL(path, origin).href,
    author: maker(origin),
    publisher: maker(origin),
  })
}

/** On every public page, by `pageMeta`. */
export function organization(origin: string): MetaDescriptor {
  const { street, city, region, postalCode, country } = brand.address
  return jsonLd({
    ...maker(origin),
    logo: new URL('/icon-512.png', origin).href,
    description: brand.description,
    email: brand.email,
    telephone: brand.phoneNumber,
    ...(brand.videoChannel !== '' && { sameAs: [brand.videoChannel] }),
    address: {
      '@type': 'PostalAddress',
      streetAddress: street,
      addressLocality: city,
      addressRegion: region,
      postalCode,
      addressCountry: country,
    },
  })
}

/** The shop where it is the maker, writer or seller of something. */
export function maker(origin: string) {
  return {
    '@type': 'Organization',
    '@id': `${origin}/#organization`,
    name: brand.name,
    url: `${origin}/`,
  }
}
