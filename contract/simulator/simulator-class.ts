/** Simulated member who learns (page `/simulator/member`): their classes and programs, and how far they are. Available like the chat simulator. */
import { choice, dateTime, flag, number, richText, rows, text } from '../kit/field/field.ts'
import { videoStates } from '../kit/field/video.ts'
import { call } from '../kit/section/call.ts'

const at = (name: string) => `/utility/public/v1/simulator/classes${name}`
const base = { permission: 'public', silent: true } as const
const member = number({ required: true, integer: true, min: 1 })

/** Categories of orders that are learnt. */
const category = choice(['onlineclass', 'academy'], { required: true })

const progressFields = { position: number({ required: true, integer: true }), completed_at: dateTime() }

/** At most 50 classes and programs, those with access first; lessons only of these. */
export const simulatorClasses = call({
  ...base,
  name: 'simulator.classes',
  kind: 'query',
  method: 'GET',
  path: at(''),
  query: { member },
  reply: {
    of: 'object',
    fields: {
      classes: rows(
        {
          category,
          ref: text({ required: true }),
          title: text({ required: true }),
          teacher: text(),
          cover_url: text(),
          description: richText(),
          price: number({ required: true, integer: true }),
          may_learn: flag({ required: true }),
          lesson_count: number({ required: true, integer: true }),
          completed: number({ required: true, integer: true }),
          lessons: rows({
            ref: text({ required: true }),
            section: text(),
            title: text({ required: true }),
            /** Signed address of what plays now; null without a video, and until it is ready. */
            video_url: text(),
            video_state: choice(videoStates),
            /** Signed address of its file. */
            file_url: text(),
            file_name: text(),
            /** In seconds; null while unknown. */
            length: number({ integer: true }),
            completes_by: choice(['watching', 'opening', 'marking'], { required: true }),
            /** Second that completes a video. */
            completes_at: number({ integer: true }),
            ...progressFields,
          }),
        },
        { max: 50 },
      ),
    },
  },
})

/** What a device reports of a lesson, in any order and as often as it likes. */
export const simulatorProgress = call({
  ...base,
  name: 'simulator.progress',
  kind: 'mutation',
  method: 'POST',
  path: at('/progress'),
  body: {
    member,
    category,
    /** Ref of the class or program, and of the lesson. */
    ref: text({ required: true, max: 36 }),
    lesson: text({ required: true, max: 36 }),
    /** Second that was reached. */
    position: number({ min: 0, max: 1_000_000_000 }),
    /** The member marked it as done, or opened its file. */
    is_done: flag(),
    /** By the clock of the device, which decides nothing. */
    at: text({ max: 40 }),
  },
  reply: { of: 'object', fields: progressFields },
})
