import { bigint, integer, pgTable, text } from 'drizzle-orm/pg-core'
import type { Rotation } from '#app/domain/catalog/media.ts'
import { at } from './columns.ts'

/**
 * Pictures that staff uploaded; their files are in DATA_DIR/media or in a bucket. The table also has
 * `search_text`, which the database makes automatically.
 */
export const media = pgTable('media', {
  /** Of what was uploaded: the same file twice is one picture. */
  id: text().primaryKey(),
  name: text().notNull(),
  alt: text().notNull().default(''),
  /** Upright, and not cut. */
  masterWidth: integer('master_width').notNull(),
  masterHeight: integer('master_height').notNull(),
  rotation: integer().$type<Rotation>().notNull().default(0),
  cutLeft: integer('cut_left').notNull().default(0),
  cutTop: integer('cut_top').notNull().default(0),
  cutRight: integer('cut_right').notNull().default(0),
  cutBottom: integer('cut_bottom').notNull().default(0),
  /** Of the way it is turned and cut. */
  version: text().notNull(),
  /** Of its widest file. */
  width: integer().notNull(),
  height: integer().notNull(),
  focusX: integer('focus_x').notNull().default(50),
  focusY: integer('focus_y').notNull().default(50),
  bytes: bigint({ mode: 'number' }).notNull(),
  uploadKey: text('upload_key').notNull().unique(),
  revision: integer().notNull().default(1),
  createdAt: at('created_at').notNull(),
  createdBy: text('created_by').notNull(),
})

export type MediaRow = typeof media.$inferSelect
