/** The chosen member learns: their classes and programs, how far they are, and reports of it as a device sends them. */
import { ask, element, find, learns, played, say } from '/simulator/member.js'

const every = 2_000
/** Seconds that a press of 'Watch' goes on. */
const stride = 60
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
let drawn = ''

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** What completes a lesson, as its row says it. */
const ways = {
  watching: ({ completes_at }) =>
    completes_at === null ? 'Completed after 90 % of the video' : `Completed after 90 % of the video: ${clock(completes_at)}`,
  opening: () => 'Completed when its file is opened',
  marking: () => 'Completed when you mark it as done',
}

function report(course, lesson, values) {
  const { category, ref } = course
  const body = JSON.stringify({ member: played(), category, ref, lesson: lesson.ref, at: new Date().toISOString(), ...values })
  return ask('classes/progress', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    .then(refresh)
    .catch(say)
}

function button(words, onPress) {
  const made = element('button', words)
  made.type = 'button'
  made.addEventListener('click', onPress)
  return made
}

function lessonRow(course, lesson) {
  const made = element('div')
  made.dir = 'auto'
  made.dataset.lesson = lesson.ref
  made.append(element('strong', lesson.title))
  const far = lesson.length ? `${clock(lesson.position)} of ${clock(lesson.length)}` : clock(lesson.position)
  const state = lesson.completed_at ? 'Completed' : lesson.position ? `At ${far}` : 'Not begun'
  made.append(element('p', `${state} · ${ways[lesson.completes_by](lesson)}`))
  if (lesson.video_url) made.append(player(course, lesson))
  else if (lesson.video_state) made.append(element('p', `Video: ${lesson.video_state}`))
  const row = element('div', '', 'row')
  row.append(
    button(`Watch ${stride} s`, () =>
      report(course, lesson, { position: Math.min(lesson.position + stride, lesson.length ?? Number.MAX_SAFE_INTEGER) }),
    ),
    button('From the start', () => report(course, lesson, { position: 0 })),
  )
  if (!lesson.completed_at) row.append(button('Mark as done', () => report(course, lesson, { is_done: true })))
  made.append(row)
  return made
}

/** Plays from where the member was, and reports how far they are every few seconds. */
function player(course, lesson) {
  const made = element('video')
  made.src = lesson.video_url
  made.controls = true
  made.preload = 'metadata'
  made.playsInline = true
  let reported = lesson.position
  const tell = () => {
    const position = Math.floor(made.currentTime)
    if (position <= reported) return
    reported = position
    report(course, lesson, { position })
  }
  made.addEventListener('loadedmetadata', () => {
    if (!lesson.completed_at && lesson.position < made.duration) made.currentTime = lesson.position
  })
  made.addEventListener('timeupdate', () => made.currentTime - reported >= 10 && tell())
  for (const event of ['pause', 'ended']) made.addEventListener(event, tell)
  return made
}

/** A class with its lessons, each section under its heading; without access only its price. */
function parts(course) {
  const made = course.lessons.flatMap((lesson, at) => {
    const heading = lesson.section && lesson.section !== course.lessons[at - 1]?.section ? [element('div', lesson.section, 'empty')] : []
    return [...heading, lessonRow(course, lesson)]
  })
  const head = element('div')
  head.dir = 'auto'
  head.dataset.course = course.ref
  head.append(element('strong', course.title))
  const offer = course.price ? rupiah.format(course.price) : 'Free'
  head.append(element('p', course.may_learn ? `${course.completed} of ${course.lesson_count} lessons completed` : `${offer} · no access`))
  return [head, ...made]
}

/** What plays is not drawn anew. */
const isPlaying = () => [...find('log').querySelectorAll('video')].some((video) => !video.paused)

async function refresh() {
  const member = played()
  if (!learns()) {
    drawn = ''
    return
  }
  if (!member) return
  const { classes } = await ask(`classes?member=${member}`)
  if (played() !== member || !learns()) return
  // Signed addresses differ with each read.
  const text = JSON.stringify([member, classes], (key, value) => (key === 'video_url' ? Boolean(value) : value))
  if (text === drawn || isPlaying()) return
  drawn = text
  const all = classes.flatMap(parts)
  find('log').replaceChildren(...(all.length ? all : [element('div', 'No classes yet', 'empty')]))
  say(null)
}

async function tick() {
  if (document.visibilityState === 'visible') await refresh().catch(say)
  setTimeout(tick, every)
}

addEventListener('hashchange', () => refresh().catch(say))
tick()
