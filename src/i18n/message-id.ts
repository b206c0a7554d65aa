/** All message ids, from the English catalogs. */

import type { SectionName } from '#contract/kit/field/register.ts'
import type account from './en/account.json'
import type alerts from './en/alerts.json'
import type attachments from './en/attachments.json'
import type chat from './en/chat.json'
import type conflict from './en/conflict.json'
import type core from './en/core.json'
import type dashboard from './en/dashboard.json'
import type device from './en/device.json'
import type door from './en/door.json'
import type editor from './en/editor.json'
import type fields from './en/fields.json'
import type filters from './en/filters.json'
import type forms from './en/forms.json'
import type help from './en/help.json'
import type history from './en/history.json'
import type imports from './en/import.json'
import type kit from './en/kit.json'
import type list from './en/list.json'
import type memory from './en/memory.json'
import type menu from './en/menu.json'
import type outbox from './en/outbox.json'
import type parts from './en/parts.json'
import type performance from './en/performance.json'
import type preferences from './en/preferences.json'
import type reports from './en/reports.json'
import type sections from './en/sections.json'
import type sending from './en/sending.json'
import type session from './en/session.json'
import type sheets from './en/sheets.json'
import type sync from './en/sync.json'
import type tasks from './en/tasks.json'
import type trash from './en/trash.json'
import type videos from './en/videos.json'
import type voice from './en/voice.json'

interface Catalogs {
  account: typeof account
  alerts: typeof alerts
  chat: typeof chat
  conflict: typeof conflict
  core: typeof core
  fields: typeof fields
  filters: typeof filters
  forms: typeof forms
  sending: typeof sending
  session: typeof session
  sync: typeof sync
  parts: typeof parts
  performance: typeof performance
  preferences: typeof preferences
  reports: typeof reports
  outbox: typeof outbox
  kit: typeof kit
  list: typeof list
  memory: typeof memory
  menu: typeof menu
  sections: typeof sections
  dashboard: typeof dashboard
  sheets: typeof sheets
  tasks: typeof tasks
  device: typeof device
  door: typeof door
  editor: typeof editor
  help: typeof help
  history: typeof history
  attachments: typeof attachments
  import: typeof imports
  trash: typeof trash
  videos: typeof videos
  voice: typeof voice
}

/** A catalog file. `core`, `fields` and `list` are in a language's first chunk; screens load the others. */
export type Area = keyof Catalogs
export type LateArea = Exclude<Area, 'core' | 'fields' | 'list'>
type WrittenId = { [A in Area]: keyof Catalogs[A] & string }[Area]

/** Ids from data: name of a field or section, value of a choice, code of a problem. */
type NamedId =
  `${'field' | 'choice' | 'nav' | 'section' | 'view' | 'group' | 'problem' | 'report.detail' | 'report.title' | 'report.date'}.${string}`

/** Words of a section (src/i18n/sections): its fields, choices, groups and tables. */
type SectionId = `${SectionName}.${string}`

export type MessageId = WrittenId | NamedId | SectionId
