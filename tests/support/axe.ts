import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import type { AxeResults } from 'axe-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Violations of WCAG 2.2 AA on the current page, one line per element. */
export async function violations(page: Page): Promise<string[]> {
  // Evaluated by the debugging protocol, so the strict content security policy stays. Once per page: it is half a megabyte, and stays while
  // the console navigates.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  // A sticky bar covers scrolled content, which is not pressed there.
  await page.evaluate(() => {
    for (const bar of document.querySelectorAll<HTMLElement>('.sticky'))
      if (bar.className.includes('bottom-')) bar.style.position = 'static'
  })
  const results = await page.evaluate<AxeResults>(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    resultTypes: ['violations'],
  })`)
  return results.violations.flatMap(({ id, impact, nodes }) =>
    nodes.map(
      (node) =>
        `${id} (${impact}) ${node.target.join(' ')}\n    ${node.html.slice(0, 160)}\n    ${node.failureSummary?.replaceAll('\n', ' ')}`,
    ),
  )
}

/** Fails with problems and places. */
export async function expectAccessible(page: Page, screen: string): Promise<void> {
  expect(await violations(page), `axe on ${screen}`).toEqual([])
}
