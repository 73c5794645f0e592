/**
 * The seven questions as the menu names them, in its order [NAV-05]. Apart from what their pages say
 * (index.ts), since every page of the shop carries the menu.
 */
export const menu = [
  { id: 'wear-aging-process', label: 'Wear & Aging Process' },
  { id: 'history-24k', label: 'History Behind 24k' },
  { id: 'bullion-vs-jewelry', label: 'Bullion vs Jewelry Law' },
  { id: 'trade-sanctions', label: 'U.S. Trade Sanctions' },
  { id: 'fincen-reporting', label: 'FinCEN Reporting' },
  { id: 'trusting-source', label: 'Trusting Your Source' },
  { id: 'customs-disclosure', label: 'U.S. Customs Disclosure' },
] as const
