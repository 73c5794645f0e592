import { type ComponentProps, createElement } from 'react'

type IconData = {
  name: string
  /** The elements of the drawing: tag and attributes, `key` among them. */
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}
type IconProps = ComponentProps<'svg'> & { size?: number | string }

/**
 * Makes the component of an icon from the data of lucide-react, in place of that package's own
 * createLucideIcon (scripts/plain-icons.ts): its options that nothing here uses were a kilobyte on every
 * page. An icon is hidden from screen readers unless it is named.
 */
export default function createIcon({ name, node }: IconData) {
  return ({ size = 24, strokeWidth = 2, className, ...rest }: IconProps) => {
    const isNamed = Object.keys(rest).some((key) => /^aria-|^role$|^title$/.test(key))
    return createElement(
      'svg',
      {
        xmlns: 'http://www.w3.org/2000/svg',
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name}${className ? ` ${className}` : ''}`,
        ...(isNamed ? {} : { 'aria-hidden': true }),
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
  }
}
