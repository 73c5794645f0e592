import type { Category, Product } from '#app/domain/catalog/product.ts'
import { capitalA } from './capital-a.ts'
import { geometry, land, marks, water } from './categories.ts'
import { compassCoin } from './compass-coin.ts'
import { eightFaces } from './eight-faces.ts'
import { firCone } from './fir-cone.ts'
import { harborKnot } from './harbor-knot.ts'
import { lowSun } from './low-sun.ts'
import { type PendantFacts, pendant } from './pendant.ts'
import { snowLine } from './snow-line.ts'
import { soundWave } from './sound-wave.ts'

export const pendantFacts: readonly PendantFacts[] = [
  soundWave,
  snowLine,
  firCone,
  lowSun,
  compassCoin,
  eightFaces,
  capitalA,
  harborKnot,
]

/** What the shop shows when its own catalog cannot be read: exactly eight, ids 5 to 12. Source: specification, section 1. */
export const builtInPendants: readonly Product[] = pendantFacts.map(pendant)

const builtInNames = new Map(builtInPendants.map(({ id, name }) => [id, name]))

/** A piece that the shop came with, shown under the name it came with, whatever else staff changed of it [BULK-10, OPENING-02]. */
export const isSample = ({ id, name, active }: Pick<Product, 'id' | 'name' | 'active'>): boolean =>
  active && builtInNames.get(id) === name

export const builtInCategories: readonly Category[] = [water, land, geometry, marks]
