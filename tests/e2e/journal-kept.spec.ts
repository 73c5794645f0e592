import {
  type ContentSiteServer,
  openContentSite,
  wordpressPost,
} from '#tests/support/content-site-server.ts'
import { expect, test as journey } from '#tests/support/journey.ts'
import { expectLooksRight } from '#tests/support/looks-right.ts'

/** One gold pixel, padded by a comment to the length of a real picture. */
const inline = `data:image/gif;base64,${Buffer.concat([
  Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\xd4\xaf\x37\0\0\0', 'latin1'),
  Buffer.concat([Buffer.from([0x21, 0xfe, 250]), Buffer.alloc(250, 'g'), Buffer.from([0])]),
  Buffer.concat([Buffer.from([0x21, 0xfe, 250]), Buffer.alloc(250, 'g'), Buffer.from([0])]),
  Buffer.from(',\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;', 'latin1'),
]).toString('base64')}`

const content = (origin: string) =>
  `<p>Gold melts at 1064 °C<sup><a href="#fn-1" id="ref-1">1</a></sup>.</p>
<figure><img src="data:image/svg+xml,%3Csvg/%3E" data-src="${origin}/pendant.png" alt="Late" width="60" height="40"><noscript><img src="${origin}/pendant.png"></noscript></figure>
<p><img src="${inline}" alt="Within" width="30" height="20"></p>
<figure><div><iframe title="Pouring gold" src="https://www.youtube.com/embed/abc123"></iframe></div></figure>
<p>[contact-form-7 id="1" title="Ask"]</p>
<details><summary>How heavy is it?</summary><p>15 grams.</p></details>
<p>Read <a href="${origin}/2024/why-24k/">our earlier note</a>.</p>
${'<p>And so on.</p>'.repeat(40)}
<ol><li id="fn-1">Under normal pressure. <a href="#ref-1" aria-label="Back to the text">↩︎</a></li></ol>`

const test = journey.extend<{ site: ContentSiteServer }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants the pattern.
  site: async ({}, use) => {
    const site = await openContentSite([])
    site.posts = [
      { ...wordpressPost(9, { content: content(site.origin) }), link: `${site.origin}/2024/this/` },
      { ...wordpressPost(8), link: `${site.origin}/2024/why-24k/`, slug: 'why-24k' },
    ]
    await use(site)
    await site.close()
  },
  settings: async ({ site }, use) => {
    await use({ CONTENT_SITE_URL: site.url })
  },
})

test('a post keeps its notes, pictures, video and links [CLEAN-01, CLEAN-02, CLEAN-03, CLEAN-04, CLEAN-05, CLEAN-06, CLEAN-09]', async ({
  page,
  site,
}) => {
  await page.setViewportSize({ width: 360, height: 800 })
  await page.goto('/blog/9')
  const main = page.getByRole('main')
  for (const name of ['Late', 'Within']) {
    const picture = main.getByRole('img', { name })
    await picture.scrollIntoViewIfNeeded()
    const wide = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)
    await expect.poll(wide, name).toBe(1)
  }
  const video = main.getByRole('link', { name: 'Pouring gold' })
  await expect(video).toHaveAttribute('href', 'https://www.youtube.com/watch?v=abc123')
  await expect(main.getByText('Video, youtube.com')).toBeVisible()
  await expect(main).not.toContainText('contact-form')
  await expect(main.getByText('15 grams.')).toBeHidden()
  await main.getByText('How heavy is it?').click()
  await expect(main.getByText('15 grams.')).toBeVisible()
  await expectLooksRight(page, 'journal-kept')
  await main.getByRole('link', { name: '1', exact: true }).click()
  await expect(main.getByText('Under normal pressure.')).toBeInViewport()
  await main.getByRole('link', { name: 'Back to the text' }).click()
  await expect(main.getByText('Gold melts')).toBeInViewport()
  await main.getByRole('link', { name: 'our earlier note' }).click()
  await expect(page).toHaveURL('/blog/8')
  site.trouble = 403
  const refused = await page.goto('/blog/10')
  expect(refused?.status()).toBe(503)
})
