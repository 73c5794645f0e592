import { expect, type Page } from '@playwright/test'

/** The form stands once its editor does: from then on nothing typed is lost. */
export async function openForm(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('toolbar', { name: 'Formatting' })).toBeVisible()
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const editor = (page: Page) => page.getByRole('textbox', { name: 'Full Description' })
export const tool = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const save = (page: Page) => page.getByRole('button', { name: /^(Create|Update) Product$/ })
export const onDashboard = (page: Page) => expect(page).toHaveURL(/\/admin\/dashboard\/products$/)
export const pictures = (page: Page) =>
  page.getByRole('list', { name: 'Images in order' }).locator('li p')
/** Answers the browser's own questions in turn; gives what they said. */
export function answering(page: Page, ...answers: string[]): string[] {
  const said: string[] = []
  page.on('dialog', (dialog) => {
    said.push(dialog.message())
    void dialog.accept(answers[said.length - 1])
  })
  return said
}
export const addPicture = async (page: Page, address: string) => {
  await field(page, 'Image URL').fill(address)
  await tool(page, 'Add Image').click()
}
