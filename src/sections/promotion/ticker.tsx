import { defineSection } from '#console/kit/define-section.tsx'
import { ticker } from '#contract/sections/promotion/ticker.ts'
import { RunLog } from './ticker/run-log.tsx'
import { formatRunTime } from './ticker/run-time.ts'

export const screens = defineSection(ticker, {
  columns: ({ column }) => [column('run_time', { cell: ({ run_time }) => formatRunTime(Number(run_time ?? 0)) })],
  form: ({ field, record }) => (
    <>
      {field('text', { wide: true })}
      {field('link', { wide: true })}
      {field('start')}
      {field('end')}
      {field('is_active')}
      {/* An unsynced ticker has never run. */}
      {record && record.version > 0 && <RunLog record={record} />}
    </>
  ),
})
