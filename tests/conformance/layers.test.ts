/** Rules of imports between folders, and sizes of folders and files. */
import { dirname } from 'node:path'
import { expect, it } from 'vitest'
import { allImports, type Import, readSource, sourceFiles } from '#tests/support/imports.ts'
import { fileCircles, foundations, layers } from './layers.ts'

const programOf = (path: string) =>
  ({ contract: 'contract', server: 'server', src: 'console', sw: 'worker' })[path.split('/')[0] ?? ''] ?? ''
const listed = (program: string) => (layers[program] ?? []).flat()

/** The nearest listed folder of a file. */
const folderIn = (program: string, path: string): string | undefined =>
  listed(program)
    .filter((folder) => path.startsWith(`${folder}/`))
    .sort((a, b) => b.length - a.length)[0]

const lineOf = (program: string, folder: string) => (layers[program] ?? []).findIndex((line) => line.includes(folder))

/** Why an import violates the layers; null where it does not. */
function reasonAgainst({ from, to }: Import): string | null {
  const program = programOf(from)
  if (foundations[program]?.includes(to.split('/')[0] ?? '')) return null
  const [own, other] = [folderIn(program, from), folderIn(program, to)]
  if (!own || !other) return `${from} imports ${to}, which is no part of its program`
  if (own === other || lineOf(program, other) < lineOf(program, own)) return null
  return `${from} imports ${to}: ${own} stands below ${other}, or beside it`
}

/** Groups of several that reach each other. */
function circlesOf(arrows: readonly (readonly [string, string])[]): string[][] {
  const next = new Map<string, Set<string>>()
  for (const [from, to] of arrows) next.set(from, (next.get(from) ?? new Set()).add(to))
  const [order, lowest, path, circles] = [new Map<string, number>(), new Map<string, number>(), [] as string[], [] as string[][]]
  const visit = (node: string): void => {
    order.set(node, order.size)
    lowest.set(node, order.get(node) ?? 0)
    path.push(node)
    for (const to of next.get(node) ?? []) {
      if (!order.has(to)) visit(to)
      if (path.includes(to)) lowest.set(node, Math.min(lowest.get(node) ?? 0, lowest.get(to) ?? 0))
    }
    if (lowest.get(node) !== order.get(node)) return
    const group = path.splice(path.indexOf(node))
    if (group.length > 1) circles.push(group.sort())
  }
  for (const node of next.keys()) if (!order.has(node)) visit(node)
  return circles
}

const ours = allImports.filter(({ to }) => programOf(to) && sourceFiles.includes(to))
const atRunTime = ours.filter(({ kind }) => kind === 'static')

it('the search finds the imports of the tree', () => {
  expect(sourceFiles.length).toBeGreaterThan(500)
  expect(ours.length).toBeGreaterThan(3_000)
})

it('every folder of a program is in the list', () => {
  const tops = new Set(sourceFiles.filter((path) => path.split('/').length > 2).map((path) => path.split('/').slice(0, 2).join('/')))
  const known = Object.keys(layers).flatMap(listed)
  expect([...tops].filter((folder) => !known.includes(folder) && !folder.startsWith('sw/'))).toEqual([])
  expect(known.filter((folder) => !sourceFiles.some((path) => path.startsWith(`${folder}/`)))).toEqual([])
})

it('every import goes up the list', () => {
  expect(ours.map(reasonAgainst).filter(Boolean)).toEqual([])
})

it('the product imports neither its tests nor the other program, and the contract only its libraries', () => {
  const wrong = allImports.filter(({ from, to }) => {
    if (to.startsWith('tests/')) return true
    return from.startsWith('contract/') && /^(?:react|hono|drizzle-orm|dexie|luxon|node:)/.test(to)
  })
  expect(wrong.map(({ from, to }) => `${from} ${to}`)).toEqual([])
})

it('no folder is in a circle at run time', () => {
  const arrows = atRunTime.map(({ from, to }) => [dirname(from), dirname(to)] as const).filter(([from, to]) => from !== to)
  expect(circlesOf(arrows)).toEqual([])
})

it('no file is in a circle at run time but those with a reason', () => {
  const circles = circlesOf(atRunTime.map(({ from, to }) => [from, to] as const)).map((circle) => circle.join(' '))
  expect(circles.sort()).toEqual(fileCircles.map(({ files }) => files).sort())
})

it('an import of another folder goes by alias, one within a folder of the list by a relative path', () => {
  const folderOf = (path: string) => (path.startsWith('contract/') ? 'contract' : path.split('/').slice(0, 2).join('/'))
  const inFolders = ours.filter(({ from }) => from.split('/').length > 2 || from.startsWith('contract/'))
  const wrong = inFolders.filter(({ from, to, text }) => (folderOf(from) === folderOf(to)) !== text.startsWith('.'))
  expect(wrong.map(({ from, text }) => `${from} ${text}`)).toEqual([])
})

it('a folder holds 35 files at most, and a file 400 lines', () => {
  const counts = new Map<string, number>()
  for (const path of sourceFiles) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1)
  expect([...counts].filter(([, count]) => count > 35)).toEqual([])
  expect(sourceFiles.filter((path) => readSource(path).split('\n').length > 401)).toEqual([])
})
