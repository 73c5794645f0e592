import { asc } from 'drizzle-orm'
import { afterEach, expect, it } from 'vitest'
import type { AppContext } from '#app/.server/app-context.ts'
import { deleteMedia } from '#app/.server/media/commands/delete-media.ts'
import { auditLog } from '#app/.server/platform/db/audit-log-schema.ts'
import { media } from '#app/.server/platform/db/media-schema.ts'
import { brandBecomes } from '#app/.server/platform/shop-brand.ts'
import { type TextValues, valuesOf } from '#app/domain/content/text-field.ts'
import { auditLabel } from '#app/routes/admin/audit-log/labels/label.ts'
import { brand } from '#brand'
import { ourStory } from '#content/pages/our-story.ts'
import { onBothDatabases } from '#tests/support/databases.ts'
import { refusal, sellingShop } from '#tests/support/selling-shop.ts'
import { textDefinition } from '../definitions/definitions.ts'
import { journalPage, journalPost, journalUntil, knownJournalPaths } from '../queries/journal.ts'
import { pageNotices } from '../queries/notices.ts'
import { previewText } from '../queries/preview-text.ts'
import { textDetail } from '../queries/text-detail.ts'
import { textList } from '../queries/text-list.ts'
import { homePage, legalText, qaArticle, writtenPage } from '../queries/texts.ts'
import { textsToCheck } from '../queries/texts-to-check.ts'
import { shopText } from '../shop-text.ts'
import { beginPost } from './begin-post.ts'
import { markRead } from './mark-read.ts'
import * as publish from './publish-text.ts'
import * as drafts from './text-drafts.ts'

const [ann, ben] = ['ann@example.com', 'ben@example.com']
const policy = 'policy-privacy-policy'
const builtIn = (key: string) => valuesOf(textDefinition(key)?.fields ?? [], null)
const typedFor = (key: string, more: Record<string, string>) => ({ ...builtIn(key), ...more })
const words = (more = '') =>
  `## What we keep\n\nLittle. Write to {email}.\n\n{name}, {address}.\n\n${more}`
const first = { key: policy, seen: 0, draft: 0, by: ann }

type Change = { key: string; seen: number; draft: number; by: string }
type Typed = { typed: TextValues }
const withText = <C extends { key: string }>({ key, ...change }: C) => ({
  ...change,
  text: shopText(key),
})
const publishText = (app: AppContext, change: Change & Typed) =>
  publish.publishText(app, withText(change))
const revertText = (app: AppContext, change: Change & { version: number }) =>
  publish.revertText(app, withText(change))
const putShippedText = (app: AppContext, change: Change) =>
  publish.restoreBuiltInText(app, withText(change))
const saveDraft = (app: AppContext, change: Change & Typed) =>
  drafts.saveDraft(app, withText(change))
const discardDraft = (app: AppContext, change: Omit<Change, 'seen'>) =>
  drafts.discardDraft(app, withText(change))

// One process is one shop; these are many.
afterEach(() => brandBecomes(null))

const shown = async (app: AppContext) => (await legalText(app, 'privacy-policy')).html

onBothDatabases('a text of the shop', (open) => {
  it('is shown as published, with what was changed in the staff log [TEXTS-01, TEXTS-02]', async () => {
    const { shop } = await sellingShop(await open())
    const shipped = await shown(shop)
    expect(shipped).toContain('cart')
    const input = typedFor(policy, { body: words(), updated: 'March 11th, 2026' })
    expect(await publishText(shop, { ...first, typed: input })).toBe(true)
    expect(await shown(shop)).toContain(`Write to <a href="mailto:${brand.email}">`)
    expect((await legalText(shop, 'privacy-policy')).updated).toBe('March 11th, 2026')
    expect(await textDetail(shop, policy)).toMatchObject({
      version: 1,
      isBuiltIn: false,
      draft: null,
    })
    const [last] = await shop.db.orm
      .select()
      .from(auditLog)
      .orderBy(asc(auditLog.id))
      .then((all) => all.slice(-1))
    expect(last).toMatchObject({
      action: 'text.published',
      facts: {
        text: 'Privacy Policy',
        version: 1,
        changes: [
          { field: 'Last updated', before: 'July 30th, 2024', after: 'March 11th, 2026' },
          {},
        ],
      },
    })
    expect(auditLabel(last as never)).toMatchObject({
      what: 'published the text: Privacy Policy',
      changes: [
        {
          before: expect.stringContaining('July 30th, 2024'),
          after: expect.stringContaining('March 11th, 2026'),
        },
        {},
      ],
    })
  })

  it('pressed twice is published once; of two people the second is told [TEXTS-02]', async () => {
    const { shop } = await sellingShop(await open())
    const [one, other] = ['One.', 'Other.'].map((more) => typedFor(policy, { body: words(more) }))
    const done = await Promise.allSettled([
      publishText(shop, { ...first, typed: one ?? {} }),
      publishText(shop, { ...first, by: ben, typed: other ?? {} }),
    ])
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const standing = (await shown(shop)).includes('One.') ? one : other
    expect(await publishText(shop, { ...first, typed: standing ?? {} })).toBe(false)
    const late = await refusal(
      publishText(shop, { ...first, typed: typedFor(policy, { body: words('Third.') }) }),
    )
    expect(late).toMatchObject({ code: 'text_changed', status: 409 })
    expect((await textDetail(shop, policy))?.versions).toHaveLength(1)
  })

  it('goes back to an earlier version or to the shipped text, as a new version [TEXTS-02]', async () => {
    const { shop } = await sellingShop(await open())
    const shipped = await shown(shop)
    await publishText(shop, { ...first, typed: typedFor(policy, { body: words('One.') }) })
    await publishText(shop, { ...first, seen: 1, typed: typedFor(policy, { body: words('Two.') }) })
    expect(await revertText(shop, { ...first, seen: 2, version: 1 })).toBe(true)
    expect(await shown(shop)).toContain('One.')
    expect(await putShippedText(shop, { ...first, seen: 3 })).toBe(true)
    expect(await shown(shop)).toBe(shipped)
    expect(await putShippedText(shop, { ...first, seen: 4 })).toBe(false)
    const versions = (await textDetail(shop, policy))?.versions
    expect(versions?.map(({ version, isBuiltIn }) => [version, isBuiltIn])).toEqual([
      [4, true],
      [3, false],
      [2, false],
      [1, false],
    ])
    expect(await refusal(revertText(shop, { ...first, seen: 4, version: 9 }))).toMatchObject({
      status: 404,
    })
  })

  it('is kept as a draft apart, seen on its page alone, and published from there [TEXTS-03]', async () => {
    const { shop } = await sellingShop(await open())
    const before = await shown(shop)
    const input = typedFor(policy, { body: words('Drafted.') })
    expect(await saveDraft(shop, { ...first, typed: input })).toBe(true)
    expect(await saveDraft(shop, { ...first, typed: input })).toBe(false)
    expect(await shown(shop)).toBe(before)
    const preview = await previewText(shop, policy)
    expect(preview?.path).toBe('/privacy-policy')
    expect(await shown(preview?.shop ?? shop)).toContain('Drafted.')
    expect(await textDetail(shop, policy)).toMatchObject({
      version: 0,
      draft: { revision: 1, by: ann },
      values: { body: words('Drafted.').trim() },
    })
    // Ben opened it before the draft was there.
    const late = await refusal(publishText(shop, { ...first, by: ben, typed: input }))
    expect(late).toMatchObject({ code: 'text_changed' })
    expect(late.message).toContain(ann)
    const other = typedFor(policy, { body: words('Of Ben.') })
    expect(await refusal(saveDraft(shop, { ...first, by: ben, typed: other }))).toMatchObject({
      status: 409,
    })
    expect(await publishText(shop, { ...first, draft: 1, typed: input })).toBe(true)
    expect(await shown(shop)).toContain('Drafted.')
    expect((await textDetail(shop, policy))?.draft).toBeNull()
    await saveDraft(shop, { ...first, seen: 1, typed: other })
    expect(await discardDraft(shop, { key: policy, draft: 1, by: ann })).toBe(true)
    expect(await discardDraft(shop, { key: policy, draft: 1, by: ann })).toBe(false)
    expect(await shown(shop)).toContain('Drafted.')
    expect(await previewText(shop, policy)).toBeNull()
  })

  it('without a variable it needs is refused by name, and nothing is stored [TEXTS-04]', async () => {
    const { shop } = await sellingShop(await open())
    const input = typedFor(policy, { body: '{name}, {address}. {nobody}' })
    const late = await refusal(publishText(shop, { ...first, typed: input }))
    expect(late).toMatchObject({ status: 422 })
    expect(late.details).toMatchObject({ errors: { body: expect.stringContaining('{nobody}') } })
    const gone = typedFor(policy, { body: '{name}, {address}.' })
    expect((await refusal(publishText(shop, { ...first, typed: gone }))).details).toMatchObject({
      errors: { body: expect.stringContaining('{email}') },
    })
    expect((await textDetail(shop, policy))?.version).toBe(0)
    // A draft may still be wrong.
    expect(await saveDraft(shop, { ...first, typed: gone })).toBe(true)
  })

  it('that binds the shop is to be read again after each change [TEXTS-05]', async () => {
    const { shop } = await sellingShop(await open())
    const file = 'content/legal/privacy-policy.md'
    const toCheck = () => textsToCheck(shop.db.orm)
    expect((await toCheck()).readFiles.has(file)).toBe(false)
    expect(await markRead(shop, { key: policy, seen: 0, by: ann })).toBe(true)
    expect(await markRead(shop, { key: policy, seen: 0, by: ann })).toBe(false)
    expect(await toCheck()).toMatchObject({ changed: [] })
    expect((await toCheck()).readFiles.has(file)).toBe(true)
    await publishText(shop, { ...first, typed: typedFor(policy, { body: words() }) })
    expect(await toCheck()).toMatchObject({ changed: ['Privacy Policy'] })
    expect((await toCheck()).readFiles.has(file)).toBe(false)
    expect(await refusal(markRead(shop, { key: policy, seen: 0, by: ann }))).toMatchObject({
      status: 409,
    })
    await markRead(shop, { key: policy, seen: 1, by: ben })
    expect(await toCheck()).toMatchObject({ changed: [] })
    expect(await textDetail(shop, policy)).toMatchObject({ reading: { by: ben } })
  })

  it('of a page or an answer is changed in its place alone [TEXTS-01]', async () => {
    const { shop } = await sellingShop(await open())
    const key = 'page-our-story'
    const input = typedFor(key, {
      lead: 'We are {name}.',
      'sections.0.body': '**Bold**, as {founder}.',
    })
    await publishText(shop, { ...first, key, typed: input })
    const story = await writtenPage(shop, ourStory)
    expect(story.lead).toBe(`We are ${brand.name}.`)
    expect(story.sections[0].body).toBe(`<p><strong>Bold</strong>, as ${brand.founder}.</p>`)
    expect(story.sections[1].heading).toBe(ourStory.sections[1].heading)
    const summary = 'The gold is pure, tested and documented.'
    const of = 'page-guarantees'
    await publishText(shop, {
      ...first,
      key: of,
      typed: typedFor(of, { 'three.0.summary': summary }),
    })
    // Where several pages show it, all of them do.
    expect((await homePage(shop)).guarantees.three[0].summary).toBe(summary)
    expect((await writtenPage(shop, ourStory)).guarantees.three[0].summary).toBe(summary)
    const qa = 'qa-history-24k'
    await publishText(shop, { ...first, key: qa, typed: typedFor(qa, { title: 'Why 24' }) })
    expect(await qaArticle(shop, 'history-24k')).toMatchObject({
      title: 'Why 24',
      label: 'History Behind 24k',
    })
  })
})

onBothDatabases('who the shop is', (open) => {
  const key = 'brand'
  const input = typedFor(key, {
    name: 'Own Gold',
    email: 'hello@own-gold.com',
    'address.street': '12 Pike Street',
  })

  it('is said by what was saved, at once, and again by what it came with [BRANDING-01]', async () => {
    const { shop } = await sellingShop(await open())
    await publishText(shop, { ...first, key, typed: input })
    expect([brand.name, brand.email, brand.address.street, brand.mark]).toEqual([
      'Own Gold',
      'hello@own-gold.com',
      '12 Pike Street',
      '.9999',
    ])
    expect(await shown(shop)).toContain('Own Gold')
    expect(await shown(shop)).toContain('mailto:hello@own-gold.com')
    expect((await textsToCheck(shop.db.orm)).placeholders).toEqual([
      'phone',
      'founder',
      'videoChannel',
    ])
    await putShippedText(shop, { ...first, key, seen: 1 })
    expect(brand.name).toBe('Four Nines')
    expect(await shown(shop)).not.toContain('Own Gold')
  })

  it('needs no video channel [NAV-15]', async () => {
    const { shop } = await sellingShop(await open())
    await publishText(shop, { ...first, key, typed: { ...input, videoChannel: '' } })
    expect(brand.videoChannel).toBe('')
    expect((await textsToCheck(shop.db.orm)).placeholders).not.toContain('videoChannel')
  })

  it('is refused in plain words where it cannot be [BRANDING-02]', async () => {
    const { shop } = await sellingShop(await open())
    const wrong = { ...input, email: 'own gold', phone: 'call', videoChannel: 'x.com', name: ' ' }
    expect((await refusal(publishText(shop, { ...first, key, typed: wrong }))).details).toEqual({
      errors: {
        name: 'Please fill in “Shop name.”',
        email: expect.stringContaining('hello@your-shop.com'),
        phone: expect.stringContaining('(206) 555-0149'),
        videoChannel: expect.stringContaining('https://'),
      },
    })
    expect(brand.name).toBe('Four Nines')
  })

  it('is announced from a time to a time, on the clock of the shop [BRANDING-03]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const notices = () => pageNotices(shop, { testPayments: false, notSelling: null })
    expect(await notices()).toMatchObject({ notices: '', until: null })
    // It is 9 AM in Seattle.
    const line = { text: 'Closed <today>', link: '/contact', linkLabel: 'Write to us' }
    const change = { ...first, key: 'announcement' }
    await publishText(shop, {
      ...change,
      typed: { ...line, from: '2026-03-11T10:00', until: '2026-03-11T12:00' },
    })
    expect(await notices()).toMatchObject({
      notices: '',
      until: new Date('2026-03-11T17:00:00Z'),
    })
    pass(60)
    const { notices: html, until } = await notices()
    expect(html).toContain('Closed &#60;today&#62; <a class="link" href="/contact">Write to us</a>')
    expect(until).toEqual(new Date('2026-03-11T19:00:00Z'))
    pass(120)
    expect(await notices()).toMatchObject({ notices: '', until: null })
    const wrong = { ...line, from: '2026-03-11T12:00', until: '2026-03-11T12:00' }
    expect(
      (await refusal(publishText(shop, { ...change, seen: 1, typed: wrong }))).details,
    ).toMatchObject({ errors: { until: expect.stringContaining('after') } })
  })
})

onBothDatabases('a picture that a text shows', (open) => {
  it('follows the library, and is not deleted before the text lets it go [TEXTS-07]', async () => {
    const { shop } = await sellingShop(await open())
    const id = '0123456789abcdef'
    const address = (focus: string) => `/media/${id}-01234567-1600x1200-${focus}.jpg`
    const [seen, alt] = [address('50x50'), 'Our bench']
    const change = { ...first, key: 'pictures' }
    const input = typedFor('pictures', { hero: seen, 'hero.alt': alt })
    // Nobody uploaded it.
    expect((await refusal(publishText(shop, { ...change, typed: input }))).details).toMatchObject({
      errors: { hero: expect.stringContaining('deleted from the library') },
    })
    await shop.db.orm.insert(media).values({
      ...{ id, name: 'bench.jpg', alt, masterWidth: 1600, masterHeight: 1200 },
      ...{ version: '01234567', width: 1600, height: 1200, bytes: 1, uploadKey: 'k' },
      ...{ createdAt: shop.now(), createdBy: ann },
    })
    await publishText(shop, { ...change, typed: input })
    expect((await homePage(shop)).hero.picture).toMatchObject({ src: seen, alt, isOwn: true })
    await shop.db.orm.update(media).set({ focusX: 20, focusY: 70 })
    expect((await homePage(shop)).hero.picture.src).toBe(address('20x70'))
    const kept = await refusal(deleteMedia(shop, { id, by: ann }))
    expect(kept.message).toContain('Home page images')
    await putShippedText(shop, { ...change, seen: 1 })
    expect(await deleteMedia(shop, { id, by: ann })).toEqual({ name: 'bench.jpg' })
    // The version that shows it is past taking back.
    expect(
      (await refusal(revertText(shop, { ...change, seen: 2, version: 1 }))).details,
    ).toMatchObject({ errors: { hero: expect.any(String) } })
  })
})

onBothDatabases('a post of the shop’s own', (open) => {
  const post = {
    title: 'How we cast',
    slug: 'how-we-cast',
    body: 'In **sand**.',
    excerpt: 'In sand, and by hand.',
    date: '2026-03-11T08:00',
    shown: 'yes',
    picture: '',
    alt: '',
  }

  it('is written, published and found by its address; older addresses lead there [TEXTS-06]', async () => {
    const { shop } = await sellingShop(await open())
    const key = await beginPost(shop, ann)
    expect(key).toBe('post-5')
    // Pressed twice: the same empty one.
    expect(await beginPost(shop, ben)).toBe(key)
    expect((await journalPage(shop, 1)).posts).toHaveLength(4)
    await publishText(shop, { key, seen: 0, draft: 1, by: ann, typed: post })
    expect((await journalPage(shop, 1)).posts.map(({ path }) => path)).toContain(
      '/blog/how-we-cast',
    )
    expect((await journalPost(shop, 'how-we-cast')).post).toMatchObject({
      id: 5,
      content: '<p>In <strong>sand</strong>.</p>',
      publishedAt: '2026-03-11T15:00:00.000Z',
    })
    expect(await journalPost(shop, '5')).toMatchObject({ post: null, movedTo: '/blog/how-we-cast' })
    const moved = { ...post, slug: 'casting-in-sand' }
    await publishText(shop, { key, seen: 1, draft: 0, by: ann, typed: moved })
    expect(await journalPost(shop, 'how-we-cast')).toMatchObject({
      movedTo: '/blog/casting-in-sand',
    })
    expect(await knownJournalPaths(shop)).toContain('/blog/casting-in-sand')
    expect(await beginPost(shop, ann)).toBe('post-6')
    const taken = { key: 'post-6', seen: 0, draft: 1, by: ann, typed: moved }
    expect((await refusal(publishText(shop, taken))).details).toMatchObject({
      errors: { slug: expect.stringContaining('Another post') },
    })
  })

  it('has its moment right on the day clocks go back, and so has an announcement [TIME-02]', async () => {
    const { shop } = await sellingShop(await open())
    const input = { ...post, date: '2025-11-02T08:00' }
    await publishText(shop, {
      ...{ key: await beginPost(shop, ann), seen: 0, draft: 1, by: ann },
      typed: input,
    })
    const { post: written } = await journalPost(shop, 'how-we-cast')
    expect(written?.publishedAt).toBe('2025-11-02T16:00:00.000Z')
    await publishText(shop, {
      ...{ ...first, key: 'announcement' },
      typed: { text: 'Closed', link: '', linkLabel: '', from: '2026-11-01T08:00', until: '' },
    })
    const { until } = await pageNotices(shop, { testPayments: false, notSelling: null })
    expect(until).toEqual(new Date('2026-11-01T16:00:00Z'))
  })

  it('waits for its day, and a shipped one may be hidden or changed [TEXTS-06]', async () => {
    const { shop, pass } = await sellingShop(await open())
    const key = await beginPost(shop, ann)
    const input = { ...post, date: '2026-03-11T10:00' }
    await publishText(shop, { key, seen: 0, draft: 1, by: ann, typed: input })
    expect((await journalPost(shop, 'how-we-cast')).post).toBeNull()
    expect(await knownJournalPaths(shop)).not.toContain('/blog/how-we-cast')
    const note = async () =>
      (await textList(shop)).groups.flatMap(({ texts }) => texts).find((each) => each.key === key)
        ?.note
    expect(await note()).toBe('Scheduled, March 11, 2026')
    pass(55)
    expect(await journalUntil(shop)).toEqual(new Date('2026-03-11T17:00:00Z'))
    pass(5)
    expect((await journalPost(shop, 'how-we-cast')).post?.title).toBe('How we cast')
    const hidden = typedFor('post-1', { shown: 'no' })
    await publishText(shop, { key: 'post-1', seen: 0, draft: 0, by: ann, typed: hidden })
    expect((await journalPost(shop, '1')).post).toBeNull()
    const renamed = typedFor('post-2', { title: 'Under X-rays', slug: 'under-x-rays' })
    await publishText(shop, { key: 'post-2', seen: 0, draft: 0, by: ann, typed: renamed })
    expect(await journalPost(shop, '2')).toMatchObject({ movedTo: '/blog/under-x-rays' })
    const incomplete = { ...input, slug: 'Two Words', picture: '/pictures/recast.jpg' }
    expect(
      (await refusal(publishText(shop, { key, seen: 1, draft: 0, by: ann, typed: incomplete })))
        .details,
    ).toMatchObject({ errors: { slug: expect.any(String), alt: expect.any(String) } })
  })
})
