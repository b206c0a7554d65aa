/** The tree of a class in its form, by thumb (docs/product/classes.md#the-tree). */
import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

export const nodes = (page: Page): Locator => page.locator('[data-node]')
/** The node of this title. */
export const nodeOf = (page: Page, words: string): Locator =>
  nodes(page).filter({ has: page.locator(`[data-node-title][value="${words}"]`) })
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).tap()

/** Presses a button that adds a row, whose title then has the focus, and types it. */
export async function add(page: Page, button: string, words: string): Promise<void> {
  const before = await nodes(page).count()
  await press(page, button)
  await expect(nodes(page)).toHaveCount(before + 1)
  await expect(page.locator('[data-node-title]:focus')).toHaveValue('')
  await page.keyboard.type(words)
}
