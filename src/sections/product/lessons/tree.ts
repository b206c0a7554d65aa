/** Lessons as a tree of one or two levels, as one list of nodes from top to bottom. A step that is impossible is null. */
import { isRecord, toText } from '#contract/kit/field/guards.ts'

export type Row = Readonly<Record<string, unknown>>
/** Index of a row, and below it that of one of its lessons. */
export type Path = readonly [number] | readonly [number, number]
export type Step = 'up' | 'down' | 'in' | 'out'
/** Name of the lessons of a row; null where the rows are lessons. */
export type Inner = string | null

export interface Node {
  path: Path
  row: Row
  /** Stable while it moves. */
  key: string
}

export interface Moved {
  rows: readonly Row[]
  path: Path
}

export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRecord) : [])

const keyOf = (row: Row, path: Path) => toText(row.ref) || path.join('.')

/** Every node, in the order in which it is drawn. */
export function listNodes(rows: readonly Row[], inner: Inner): Node[] {
  return rows.flatMap((row, at): Node[] => [
    { path: [at], row, key: keyOf(row, [at]) },
    ...(inner === null
      ? []
      : rowsOf(row[inner]).map((lesson, below) => ({ path: [at, below] as const, row: lesson, key: keyOf(lesson, [at, below]) }))),
  ])
}

const lessonsOf = (row: Row | undefined, inner: string) => rowsOf(row?.[inner])

/** Replaces the lessons of one row. */
const withLessons = (rows: readonly Row[], at: number, inner: string, lessons: readonly Row[]): readonly Row[] =>
  rows.map((row, index) => (index === at ? { ...row, [inner]: lessons } : row))

const swapped = <T>(list: readonly T[], one: number, other: number): T[] => {
  const [first, second] = [list[one], list[other]]
  return first === undefined || second === undefined ? [...list] : list.toSpliced(one, 1, second).toSpliced(other, 1, first)
}

function moveRow(rows: readonly Row[], at: number, by: 1 | -1): Moved | null {
  const to = at + by
  return to < 0 || to >= rows.length ? null : { rows: swapped(rows, at, to), path: [to] }
}

/** Within its section, and over its edge to the next one. */
function moveLesson(rows: readonly Row[], [at, below]: readonly [number, number], by: 1 | -1, inner: string): Moved | null {
  const lessons = lessonsOf(rows[at], inner)
  const to = below + by
  if (to >= 0 && to < lessons.length) return { rows: withLessons(rows, at, inner, swapped(lessons, below, to)), path: [at, to] }
  const [next, moved] = [at + by, lessons[below]]
  if (next < 0 || next >= rows.length || !moved) return null
  const there = lessonsOf(rows[next], inner)
  const place = by < 0 ? there.length : 0
  const without = withLessons(rows, at, inner, lessons.toSpliced(below, 1))
  return { rows: withLessons(without, next, inner, there.toSpliced(place, 0, moved)), path: [next, place] }
}

/** The section becomes the last lesson of the one above, and its lessons follow it there. */
function moveIn(rows: readonly Row[], at: number, inner: string): Moved | null {
  const section = rows[at]
  if (at === 0 || !section) return null
  const { [inner]: _, ...lesson } = section
  const there = lessonsOf(rows[at - 1], inner)
  const joined = withLessons(rows, at - 1, inner, [...there, lesson, ...lessonsOf(section, inner)])
  return { rows: joined.toSpliced(at, 1), path: [at - 1, there.length] }
}

/** Whether a lesson has nothing that a section could not keep. */
const isBare = (lesson: Row, kept: ReadonlySet<string>) =>
  Object.entries(lesson).every(([name, value]) => kept.has(name) || value === null || value === undefined || value === '')

/** The lesson becomes a section, and the lessons below it are its own. Only one that loses nothing by it. */
function moveOut(rows: readonly Row[], [at, below]: readonly [number, number], inner: string): Moved | null {
  const lessons = lessonsOf(rows[at], inner)
  const lesson = lessons[below]
  if (!lesson || !isBare(lesson, new Set(['ref', 'title', 'sort']))) return null
  const section = { ...lesson, [inner]: lessons.slice(below + 1) }
  return { rows: withLessons(rows, at, inner, lessons.slice(0, below)).toSpliced(at + 1, 0, section), path: [at + 1] }
}

export function stepNode(rows: readonly Row[], path: Path, step: Step, inner: Inner): Moved | null {
  const [at, below] = path
  const by = step === 'up' ? -1 : 1
  if (below === undefined) {
    if (step === 'out') return null
    return step === 'in' ? (inner && moveIn(rows, at, inner)) || null : moveRow(rows, at, by)
  }
  if (inner === null || step === 'in') return null
  return step === 'out' ? moveOut(rows, [at, below], inner) : moveLesson(rows, [at, below], by, inner)
}

/** Drops the node `from` where the node `to` is now, both as places in the list of nodes. A section takes its lessons with it. */
export function dropNode(rows: readonly Row[], from: number, to: number, inner: Inner): readonly Row[] {
  const nodes = listNodes(rows, inner)
  const [moved, target] = [nodes[from], nodes[to]]
  if (!moved || !target || from === to) return rows
  const [at, below] = moved.path
  if (below === undefined || inner === null) {
    const [place] = target.path
    return rows.toSpliced(at, 1).toSpliced(place, 0, moved.row)
  }
  const without = withLessons(rows, at, inner, lessonsOf(rows[at], inner).toSpliced(below, 1))
  const [section, lesson] = target.path
  // On a section from above: its first place; from below: the end of the section before it, or the first place of the first.
  const place: readonly [number, number] =
    lesson !== undefined
      ? [section, section !== at && from < to ? lesson + 1 : lesson]
      : from < to || section === 0
        ? [section, 0]
        : [section - 1, lessonsOf(without[section - 1], inner).length]
  return withLessons(without, place[0], inner, lessonsOf(without[place[0]], inner).toSpliced(place[1], 0, moved.row))
}

/** Changes the row at a path; null removes it. */
export function changeNode(rows: readonly Row[], path: Path, inner: Inner, change: (row: Row) => Row | null): readonly Row[] {
  const [at, below] = path
  if (below !== undefined && inner !== null) {
    return withLessons(rows, at, inner, changeNode(lessonsOf(rows[at], inner), [below], null, change))
  }
  return rows.flatMap((row, index) => {
    if (index !== at) return [row]
    const next = change(row)
    return next === null ? [] : [next]
  })
}

/** Appends a lesson to a section. */
export const addLesson = (rows: readonly Row[], at: number, inner: string, lesson: Row): readonly Row[] =>
  withLessons(rows, at, inner, [...lessonsOf(rows[at], inner), lesson])
