import { readFileSync } from 'node:fs'
import { expect, test } from '#tests/support/journey.ts'
import { editor, openForm, save } from '#tests/support/product-form.ts'

type Pasted = { html?: string; text?: string; files?: string[] }

test('text of Word and Google Docs is pasted as lists and tables, and what is not kept is said for its own reason [CLEAN-07, CLEAN-08, CLEAN-11, CLEAN-12]', async ({
  admin: page,
}) => {
  await openForm(page, '/admin/products/edit/7')
  const paste = (pasted: Pasted) =>
    editor(page).evaluate((element, { html, text, files = [] }) => {
      const clipboardData = new DataTransfer()
      if (html) clipboardData.setData('text/html', html)
      if (text) clipboardData.setData('text/plain', text)
      for (const name of files)
        clipboardData.items.add(new File(['x'], name, { type: 'image/png' }))
      const event = { clipboardData, bubbles: true, cancelable: true }
      element.dispatchEvent(new ClipboardEvent('paste', event))
    }, pasted)
  const replaceAll = async () => {
    await editor(page).click()
    await page.keyboard.press('ControlOrMeta+A')
  }
  const notPasted = page.getByRole('status').filter({ hasText: /(wasn|weren)’t pasted/ })

  await replaceAll()
  await paste({ html: readFileSync('tests/pasted/word-lists.html.txt', 'utf8') })
  await expect(notPasted).toHaveText(
    '1 image wasn’t pasted. Add it under Images. 1 link to a file on a computer wasn’t pasted, but its text was.',
  )
  const bullets = editor(page).locator(':scope > ul > li')
  await expect(bullets).toHaveCount(2)
  await expect(bullets.first().locator('> ul > li')).toHaveText('Lukewarm water only')
  await expect(bullets.last()).toHaveText('Dry with a cloth')
  await expect(editor(page).locator(':scope > ol > li')).toHaveText(['First step', 'Second step'])
  await expect(editor(page).locator('td')).toHaveText(['Size', 'Grams', 'Small', '14.7'])
  await expect(editor(page)).toContainText('See this file.')
  await expect(editor(page)).not.toContainText(/[·]|^o |1\./)
  await expect(editor(page).locator('p').filter({ hasText: /^\s*$/ })).toHaveCount(0)

  // As WhatsApp and Notes copy a list: plain text, with marks of direction.
  await replaceAll()
  await paste({ text: 'Care:\n\u200e• Wash\n• Dry\n\nA \u200eword of \u200fgold' })
  await expect(bullets).toHaveText(['Wash', 'Dry'])
  await expect(editor(page).locator(':scope > p').first()).toHaveText('Care:')
  await expect(editor(page).locator(':scope > p').last()).toHaveText('A word of gold')
  expect(await editor(page).textContent()).not.toMatch(/[\u200e\u200f]/)
  await replaceAll()
  await paste({ html: '<p><span>•</span> <b>Soft</b> cloth<br>•&nbsp;No soap</p>' })
  await expect(bullets).toHaveText(['Soft cloth', 'No soap'])

  await replaceAll()
  await paste({
    html: '<img src=x><p>A <a href="java\tscript:alert(1)">trick</a>, a <a href="cid:7">part</a></p><img src="https://lh7-us.googleusercontent.com/docsz/x" alt="Doc"><img src="https://a.example/b.png" alt="Elsewhere">',
  })
  await expect(notPasted).toHaveText(
    '2 images weren’t pasted. Add them under Images. 1 link that runs a script wasn’t pasted, but its text was. 1 link without a web address wasn’t pasted, but its text was.',
  )
  await expect(editor(page)).toContainText('A trick, a part')
  await expect(editor(page).getByRole('link')).toHaveCount(0)
  await expect(editor(page).getByRole('img')).toHaveCount(1)

  await replaceAll()
  await paste({
    html: '<b style="font-weight:normal;" id="docs-internal-guid-1"><h2 dir="ltr"><span style="font-weight:400">Care</span></h2><p dir="ltr"><span style="font-weight:400">Wash </span><span style="font-weight:700">gently</span></p><br><ul><li><p>One</p></li><ul><li><p>Within</p></li></ul></ul><p><span></span></p><p><img src="data:image/png;base64,AAAA"><img src="blob:https://docs.example/1"><img src="https://a.example/kept.png" alt="Kept"></p></b>',
  })
  await expect(notPasted).toHaveText('2 images weren’t pasted. Add them under Images.')
  await expect(editor(page).getByRole('heading', { level: 2 })).toHaveText('Care')
  await expect(editor(page).locator('strong')).toHaveText('gently')
  await expect(editor(page).locator('li li')).toHaveText('Within')
  await expect(editor(page).getByRole('img', { name: 'Kept' })).toHaveCount(1)

  await page.keyboard.press('End')
  await paste({ files: ['screenshot.png'] })
  await expect(notPasted).toHaveText('1 image wasn’t pasted. Add it under Images.')
  await paste({ html: '<p>Plain words</p>' })
  await expect(notPasted).toHaveCount(0)

  await page.keyboard.press('ControlOrMeta+End')
  await paste({
    html: '<p>See: <iframe src="https://player.vimeo.com/video/76979871" title="How it is cast"></iframe></p>',
  })
  await expect(page.getByRole('status').filter({ hasText: 'pasted as' })).toHaveText(
    '1 video or frame was pasted as a link.',
  )
  await expect(editor(page).getByRole('link', { name: 'How it is cast' })).toHaveAttribute(
    'href',
    'https://vimeo.com/76979871',
  )

  await save(page).click()
  await expect(page.getByText('Product updated')).toBeVisible()
  await page.goto('/product/7')
  const main = page.getByRole('main')
  await expect(main.getByRole('listitem').filter({ hasText: 'Within' }).last()).toHaveText('Within')
  await expect(main.getByRole('link', { name: 'How it is cast' })).toBeVisible()
  await expect(main.getByText('gently')).toHaveCSS('font-weight', /[67]00/)
})
