import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

/** The libraries that draw elements of their own. Their code is read, so that a new version brings its new attributes. */
const libraries = ['@dnd-kit', '@radix-ui', '@tanstack/react-router', 'cmdk', 'prosemirror-view', 'sonner']
/** What a library calls its own by a prefix is meant where we select it. */
const isNamespaced = (name: string) => /^data-(radix|sonner|dnd|pm|tsr)-/.test(name)

function attributesIn(folder: string, files: RegExp, pattern: RegExp): string[] {
  const paths = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((path) => files.test(path))
  const found = paths.flatMap((path) => [...readFileSync(join(folder, path), 'utf8').matchAll(pattern)].map(([, name]) => String(name)))
  return [...new Set(found)]
}

it('no selector of ours names an attribute that a library writes', () => {
  const theirs = libraries.flatMap((name) => attributesIn(join('node_modules', name), /\.m?js$/, /\b(data-[a-z-]*[a-z])/g))
  expect(theirs).toEqual(expect.arrayContaining(['data-side', 'data-state', 'data-sonner-toast', 'data-title']))
  const ours = ['src', 'sw'].flatMap((folder) => attributesIn(folder, /\.(css|tsx?)$/, /\[(data-[a-z-]*[a-z])/g))
  expect(ours).toContain('data-card')
  expect(ours.filter((name) => theirs.includes(name) && !isNamespaced(name))).toEqual([])
})
