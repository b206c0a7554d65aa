import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** Saves until the list is there: a press within one second of the last one does nothing (part-1 section 9). */
export async function saveToList(
  page: Page,
  press: (page: Page) => Promise<void> = (on) => saveButton(on).click({ timeout: 1_000 }),
): Promise<void> {
  await expect(async () => {
    if (
      await saveButton(page)
        .isEnabled({ timeout: 100 })
        .catch(() => false)
    )
      await press(page)
    await expect(page).toHaveURL(/\/list/, { timeout: 3_000 })
  }).toPass({ timeout: 20_000 })
}

export const saveButton = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
export const textbox = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Confirms the question whether to delete. */
export const confirmDelete = (page: Page) =>
  page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete' }).click()
