import { expect, it } from 'vitest'
import { emailOutbox } from '#app/.server/platform/db/schema.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { paidOrder, seenByStaff, storedOrder } from '#tests/support/orders.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { changeOrder, type LockedByStaff } from './change-order.ts'

onBothDatabases('a change of an order by staff', (open) => {
  const step = {
    why: 'The buyer called.',
    columns: { giftNote: 'For Ada' },
    email: { about: 'on hold', occasion: 'call' },
    audit: { action: 'order.canceled', facts: { reason: 'a call' } },
  } as const
  const seenAndSaved = async ({ assertUnchanged, save }: LockedByStaff) => {
    await assertUnchanged()
    return save(step)
  }
  const setUp = async () => {
    const { shop } = await sellingShop(await open())
    const order = await paidOrder(shop)
    const stored = async () => {
      const emails = await shop.db.orm.select().from(emailOutbox)
      return { ...(await storedOrder(shop, order.id)), mails: emails.map(({ kind }) => kind) }
    }
    return { shop, seen: await seenByStaff(shop, order), stored }
  }

  it('is stored with its history, its entry in the audit log and its email [ORDER-16]', async () => {
    const { shop, seen, stored } = await setUp()
    const after = await changeOrder(shop, seen, seenAndSaved)
    const { order, history, events, mails: emails } = await stored()
    expect(order).toEqual(after)
    expect(order).toMatchObject({ revision: seen.revision + 1, giftNote: 'For Ada', state: 'paid' })
    const { by } = seen
    expect(history.at(-1)).toMatchObject({ by, actor: 'staff', why: step.why, at: shop.now() })
    expect(events.at(-1)).toMatchObject({
      ...{ at: shop.now(), actorType: 'admin', actorId: by, action: 'order.canceled' },
      facts: { number: order.number, reason: 'a call' },
    })
    expect(emails).toContain('order-held-staff')
  })

  it('is not stored in part, whatever fails after it [ORDER-16]', async () => {
    const { shop, seen, stored } = await setUp()
    const before = await stored()
    const failing = changeOrder(shop, seen, async (locked) => {
      await seenAndSaved(locked)
      throw new RangeError('a mistake')
    })
    await expect(failing).rejects.toThrow('a mistake')
    expect(await stored()).toEqual(before)
  })

  it('needs the version that the page showed, and an order that exists [ORDER-16]', async () => {
    const { shop, seen, stored } = await setUp()
    const unseen = changeOrder(shop, seen, ({ save }) => save(step))
    await expect(unseen).rejects.toThrow('was not compared')
    const older = { ...seen, revision: seen.revision - 1 }
    expect((await refusal(changeOrder(shop, older, seenAndSaved))).code).toBe('order_changed')
    const nobody = { ...seen, id: 'nobody' }
    expect((await refusal(changeOrder(shop, nobody, seenAndSaved))).status).toBe(404)
    expect((await stored()).order.revision).toBe(seen.revision)
    const { revision: _, ...unversioned } = seen
    const after = await changeOrder(shop, unversioned, ({ save }) => save(step))
    expect(after.revision).toBe(seen.revision + 1)
  })
})
