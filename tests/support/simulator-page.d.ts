declare module '*/reports.js' {
  interface Course {
    member: number
    category: string
    ref: string
  }

  export interface Report extends Course {
    lesson: string
    position: number
    is_done: boolean
    at: string
  }

  export interface Lesson {
    ref: string
    position: number
    completed_at: string | null
    is_kept?: boolean
  }

  export function addReport(reports: readonly Report[], report: Report): Report[]
  export function dropReport(reports: readonly Report[], report: Report): Report[]
  export function withReport(reports: readonly Report[], course: Course, lesson: Lesson): Lesson
  export function readReports(): Report[]
  export function storeReports(reports: readonly Report[]): void
}
