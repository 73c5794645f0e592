import { Link } from 'react-router'
import { brand } from '#brand'
import { GoldLine } from '../gold-price/gold-line.tsx'
import { Email, Unbroken } from '../text/no-break.tsx'
import { footerLinks, legalLinks } from './navigation.ts'
import { PreferenceSwitches } from './preference-switches.tsx'
import { useRootData } from './root-data.ts'

/** The foot of every page [NAV-10, NAV-11]. */
export function Footer({ year }: { year: number }) {
  const { address } = brand
  const newsletter = useRootData()?.newsletter ?? false
  return (
    <footer className="print:hidden mt-24 border-t border-line md:mt-32">
      <div className="frame grid gap-x-8 gap-y-12 py-16 md:grid-cols-12">
        <nav aria-label="Footer" className="md:col-span-7">
          <h2 className="eyebrow mb-3 font-sans font-normal">About</h2>
          <ul className="columns-2 max-w-md">
            {footerLinks(brand.videoChannel, newsletter).map((link) => (
              <li key={link.to}>
                {link.away ? (
                  <a href={link.to} rel="noopener" className="foot-link">
                    {link.label}
                  </a>
                ) : (
                  <Link to={link.to} className="foot-link">
                    {link.label}
                  </Link>
                )}
              </li>
            ))}
          </ul>
        </nav>
        <div className="md:col-span-5">
          <h2 className="eyebrow mb-4 font-sans font-normal">{brand.name}</h2>
          <address className="not-italic">
            <Unbroken>{address.street}</Unbroken>
            <br />
            {address.city}, {address.region} {address.postalCode}
            <br />
            <a href={`mailto:${brand.email}`} className="foot-link wrap-anywhere">
              <Email address={brand.email} />
            </a>
            {brand.phoneLink && (
              <>
                <br />
                <a href={brand.phoneLink} className="foot-link">
                  <Unbroken>{brand.phone}</Unbroken>
                </a>
              </>
            )}
          </address>
        </div>
      </div>
      <div className="frame pb-12">
        <section
          aria-label="Gold price"
          className="mb-6 flex flex-wrap items-center justify-between gap-x-8 gap-y-2 border-t border-line pt-6 text-sm"
        >
          <GoldLine />
          <Link to="/gold-price" className="link">
            Gold price history
          </Link>
        </section>
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4 border-t border-line pt-6 text-sm text-muted">
          <p className="w-full min-[100rem]:w-auto">
            © {year} {brand.name}. Weights are in grams; prices are in U.S. dollars and follow the
            gold price.
          </p>
          <ul className="flex flex-wrap gap-x-6">
            {legalLinks.map((link) => (
              <li key={link.to}>
                <Link to={link.to} className="foot-link">
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
          <PreferenceSwitches />
        </div>
      </div>
    </footer>
  )
}
