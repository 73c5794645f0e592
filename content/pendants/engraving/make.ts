/**
 * Writes the three drawings of every built-in pendant into ../drawings, from the catalogue's own
 * weights and measures. Run: node content/pendants/engraving/make.ts
 */
import { writeFileSync } from 'node:fs'
import { pendantFacts } from '../catalogue.ts'
import { edgePlate } from './edge-plate.ts'
import { frontPlate } from './front-plate.ts'
import { scalePlate } from './scale-plate.ts'
import { capitalA } from './shapes/capital-a.ts'
import { compassCoin } from './shapes/compass-coin.ts'
import { eightFaces } from './shapes/eight-faces.ts'
import { firCone } from './shapes/fir-cone.ts'
import { harborKnot } from './shapes/harbor-knot.ts'
import { lowSun } from './shapes/low-sun.ts'
import { snowLine } from './shapes/snow-line.ts'
import { soundWave } from './shapes/sound-wave.ts'
import type { Form, View } from './view.ts'

const forms: Record<string, Form> = {
  'sound-wave': soundWave,
  'snow-line': snowLine,
  'fir-cone': firCone,
  'low-sun': lowSun,
  'compass-coin': compassCoin,
  'eight-faces': eightFaces,
  'capital-a': capitalA,
  'harbor-knot': harborKnot,
}

const largest = 20_000

function proportioned(slug: string, { box }: View, wide: number, high: number) {
  const drawn = (box.right - box.left) / (box.bottom - box.top)
  if (Math.abs(drawn / (wide / high) - 1) > 0.015)
    throw new Error(
      `${slug} is drawn ${drawn.toFixed(3)} wide to high, but the catalogue says ${(wide / high).toFixed(3)}`,
    )
}

const tooLarge: string[] = []
for (const facts of pendantFacts) {
  const form = forms[facts.slug]
  if (!form) throw new Error(`No form drawn for ${facts.slug}`)
  const { height, width, depth } = facts.size
  proportioned(`${facts.slug} front`, form.front, width, height)
  proportioned(`${facts.slug} edge`, form.edge, depth, height)
  const plates = {
    front: frontPlate(facts, form, facts.size),
    edge: edgePlate(facts, form),
    scale: scalePlate(facts, form),
  }
  for (const [view, svg] of Object.entries(plates)) {
    const bytes = Buffer.byteLength(svg)
    if (bytes >= largest) tooLarge.push(`${facts.slug}-${view}.svg: ${bytes}`)
    writeFileSync(new URL(`../drawings/${facts.slug}-${view}.svg`, import.meta.url), svg)
  }
}
if (tooLarge.length)
  throw new Error(`Keep each drawing under ${largest} bytes: ${tooLarge.join(', ')}`)
