import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { nightlyBackup } from '#app/.server/backup/jobs/nightly-backup.ts'
import { storedBackups } from '#app/.server/backup/stored-backups.ts'
import { brokenRules } from '#tests/support/accessibility.ts'
import { codeFor, firstAdmin, giveSession } from '#tests/support/admin.ts'
import { expect, test } from '#tests/support/journey.ts'
import { paidOrder } from '#tests/support/orders.ts'

test('an owner sees how the shop runs, takes the facts along and downloads a backup [SYSTEM-01, SYSTEM-03, SYSTEM-04, HELP-03, PROOF-10, SYSTEM-05]', async ({
  page,
  shop,
}) => {
  const owner = await firstAdmin(shop.app)
  await paidOrder(shop.app)
  const folder = mkdtempSync(join(tmpdir(), 'four-nines-system-'))
  shop.app.config.backup.to = { kind: 'folder', path: folder }
  // Where the shop’s own job is at it, this does nothing.
  await expect.poll(() => nightlyBackup(shop.app)).not.toBe('busy')
  await giveSession(page, shop, owner)
  shop.clock.advance({ minutes: 11 })
  await page.goto('/admin/dashboard')
  const tabs = page.getByRole('navigation', { name: 'Dashboard' })
  await tabs.getByRole('link', { name: 'System', exact: true }).click()
  await page.getByRole('link', { name: 'Recent errors', exact: true }).click()
  await expect(page).toHaveURL('/admin/dashboard/debug')
  await page.getByRole('link', { name: /^Back to System/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'System' })).toBeVisible()
  for (const name of ['Version', 'Backups', 'Email', 'Disk', 'Gold price sources']) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  }
  const database = page.getByRole('region', { name: 'Database', exact: true })
  await expect(database).toBeHidden()
  await page.getByText('Technical details').click()
  await expect(database).toContainText('PGlite')
  for (const name of ['Program', 'Page cache', 'Data folder', 'Jobs']) {
    await expect(page.getByRole('region', { name, exact: true })).toBeVisible()
  }
  expect(await brokenRules(page)).toEqual([])

  const facts = page.waitForEvent('download')
  await page.getByRole('link', { name: 'support file' }).click()
  const text = readFileSync(await (await facts).path(), 'utf8')
  expect(JSON.parse(text)).toMatchObject({ mail: { sends: false } })
  expect(text).not.toContain('ada@example.com')

  const records = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the signed records' }).click()
  const archive = gunzipSync(readFileSync(await (await records).path())).toString()
  expect(archive).toContain('# Signed records of Four Nines')

  // Not without a second factor shown just now, also not by its address.
  const [stored] = await storedBackups(shop.app.db.orm, shop.app.config.backup.to)
  for (const address of ['backup', `backups/${stored?.id}`]) {
    const path = `/admin/dashboard/system/${address}`
    const early = await page.request.post(path, { maxRedirects: 0 })
    expect(early.headers().location).toBe('/admin/dashboard/system?refused=fresh_factor_needed')
    await page.goto(early.headers().location ?? '')
    await expect(page.getByRole('alert')).toContainText('Please confirm again.')
    // The address alone leads to the page that asks.
    await page.goto(path)
    await expect(page).toHaveURL('/admin/dashboard/system')
  }
  await page.getByText('1 backup kept').click()
  await expect(page.getByRole('listitem').filter({ hasText: stored?.name ?? '' })).toBeVisible()
  await page.getByRole('button', { name: 'Download a backup…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByLabel('Authenticator code').fill(codeFor(shop.app, owner))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  const link = page.getByRole('button', { name: 'Download a new backup' })
  await expect(link).toBeVisible()
  const download = page.waitForEvent('download')
  await link.click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^four-nines-.*Z\.gz$/)
  expect(readFileSync(await file.path()).length).toBeGreaterThan(1000)

  const ofNight = page.getByRole('button', { name: `Download ${stored?.name}` })
  const nightly = page.waitForEvent('download')
  await ofNight.click()
  const kept = await nightly
  expect(kept.suggestedFilename()).toBe(stored?.name)
  const written = join(folder, stored?.name ?? '')
  expect(readFileSync(await kept.path()).equals(readFileSync(written))).toBe(true)
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 800 })
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(over, `${width}`).toBeLessThanOrEqual(0)
    if (process.env.PICTURES) {
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        const path = `${process.env.PICTURES}/system-${colorScheme}-${width}.png`
        await page.screenshot({ path, fullPage: true })
      }
    }
  }

  rmSync(folder, { recursive: true })
  await ofNight.click()
  await expect(page.getByRole('alert')).toContainText('This backup is no longer there.')
  await expect(page).toHaveURL(/\/system\?refused=backup_gone$/)
})

test('an owner without JavaScript downloads a backup and the signed records, and the page stays [SEC-10]', async ({
  browser,
  shop,
}) => {
  const owner = await firstAdmin(shop.app)
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
  const page = await context.newPage()
  await giveSession(page, shop, owner)
  await page.goto('/admin/dashboard/system')
  await page.getByRole('button', { name: 'Download a backup…' }).click()
  for (const [name, file] of [
    ['Download a new backup', /^four-nines-.*Z\.gz$/],
    ['Download the signed records', /^signed-records-.*\.tar\.gz$/],
  ] as const) {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name }).click()
    expect((await download).suggestedFilename()).toMatch(file)
    await expect(page).toHaveURL('/admin/dashboard/system')
  }
  await context.close()
})
