import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Presses until the outcome is `seen`: a press within one second of the last is ignored (docs/product/forms.md#second-press). */
export async function pressUntil(
  button: Locator,
  seen: () => Promise<void>,
  press = () => button.click({ timeout: 1_000 }),
): Promise<void> {
  await expect(async () => {
    if (await button.isEnabled({ timeout: 2_000 }).catch(() => false)) await press()
    await seen()
  }).toPass()
}

/** Saves until the list is shown. */
export const saveToList = (page: Page, press?: (page: Page) => Promise<void>): Promise<void> =>
  pressUntil(saveButton(page), () => expect(page).toHaveURL(/\/list/, { timeout: 3_000 }), press && (() => press(page)))

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
export const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Confirms a delete. */
export const confirmDelete = (page: Page) =>
  page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
