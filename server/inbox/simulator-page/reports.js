/** Reports of progress that the device keeps until the server has them: one for each lesson of a member. */
const key = 'lapangan-simulator-progress'

const isOfSame = (one, other) => ['member', 'category', 'ref', 'lesson'].every((name) => one[name] === other[name])

/** The reports with this one: of a lesson the furthest position is kept, and that it was completed. */
export function addReport(reports, report) {
  const before = reports.find((each) => isOfSame(each, report))
  if (!before) return [...reports, report]
  const merged = { ...report, position: Math.max(before.position, report.position), is_done: before.is_done || report.is_done }
  return reports.map((each) => (each === before ? merged : each))
}

/** The reports without one that arrived, unless the member went on meanwhile. */
export function dropReport(reports, { position, is_done, ...report }) {
  return reports.filter((each) => !isOfSame(each, report) || each.position !== position || each.is_done !== is_done)
}

/** A lesson of a member's course as it will be once the server has what is kept of it. */
export function withReport(reports, { member, category, ref }, lesson) {
  const kept = reports.find((each) => isOfSame(each, { member, category, ref, lesson: lesson.ref }))
  if (!kept) return lesson
  const completed_at = lesson.completed_at ?? (kept.is_done ? kept.at : null)
  return { ...lesson, position: Math.max(lesson.position, kept.position), completed_at, is_kept: true }
}

export function readReports() {
  try {
    const stored = JSON.parse(localStorage.getItem(key) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

export const storeReports = (reports) => localStorage.setItem(key, JSON.stringify(reports))
