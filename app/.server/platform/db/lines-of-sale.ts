import { type SQL, sql } from 'drizzle-orm'

/**
 * Whether a line, by its position, was sold by a sale named `entry`: lines that an edit added to a paid order have
 * a separate sale, which its key names [EDIT-03].
 */
export const isLineOfSale = (position: SQL): SQL => sql`not exists (select from order_edits edit
  where edit.order_id = entry.order_id and edit.state = 'applied' and edit.first_line is not null
    and (${position} >= edit.first_line
      and ${position} < edit.first_line + jsonb_array_length(edit.added))
      is distinct from (entry.key = 'sale:' || edit.order_id || ':' || edit.id))`
