/** The chosen member learns: their classes and programs, how far they are, and reports of it as a device sends them. */
import { ask, element, find, learns, played, say } from '/simulator/member.js'
import { addReport, dropReport, readReports, storeReports, withReport } from './reports.js'

const every = 2_000
/** Seconds that a press of 'Watch' goes on. */
const stride = 60
const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
/** The last that the server told. */
let known = { member: 0, classes: [] }
let drawn = ''
let isSending = false
/** The server could not be reached with a report. */
let isCut = false

const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** What completes a lesson, as its row says it. */
const ways = {
  watching: ({ completes_at }) =>
    completes_at === null ? 'Completed after 90 % of the video' : `Completed after 90 % of the video: ${clock(completes_at)}`,
  opening: () => 'Completed when its file is opened',
  marking: () => 'Completed when you mark it as done',
}

/** Keeps the report before it is sent: a line that is cut loses none. */
function report(course, lesson, values) {
  const { category, ref } = course
  const at = new Date().toISOString()
  const made = { member: played(), category, ref, lesson: lesson.ref, position: lesson.position, is_done: false, at, ...values }
  storeReports(addReport(readReports(), made))
  draw()
  return sendReports()
}

/** The server read it and will not have it: sending it again would change nothing. */
const isRefusal = ({ status }) => status >= 400 && status < 500 && status !== 429

/** Returns why the server refused it, or null. Throws where it was not reached. */
async function sendReport(kept) {
  const sent = ask('classes/progress', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(kept) })
  const refusal = await sent.then(
    () => null,
    (error) => error,
  )
  if (refusal && !isRefusal(refusal)) throw refusal
  storeReports(dropReport(readReports(), kept))
  return refusal
}

/** Sends what is kept, one after the other, for as long as the server is reached. */
async function sendReports() {
  if (isSending) return
  isSending = true
  try {
    let refusal = null
    for (let [next] = readReports(); next; [next] = readReports()) refusal = (await sendReport(next)) ?? refusal
    isCut = false
    await refresh()
    if (refusal) say(refusal)
  } catch (error) {
    isCut = true
    draw()
    say(error)
  } finally {
    isSending = false
  }
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
  const kept = lesson.is_kept && isCut ? ' · Kept on this device until the server is reached' : ''
  made.append(element('p', `${state} · ${ways[lesson.completes_by](lesson)}${kept}`))
  if (lesson.video_url) made.append(player(course, lesson))
  else if (lesson.video_state) made.append(element('p', `Video: ${lesson.video_state}`))
  if (lesson.file_url) made.append(fileLink(course, lesson))
  const row = element('div', '', 'row')
  if (lesson.completes_by !== 'opening')
    row.append(
      button(`Watch ${stride} s`, () =>
        report(course, lesson, { position: Math.min(lesson.position + stride, lesson.length ?? Number.MAX_SAFE_INTEGER) }),
      ),
      button('From the start', () => report(course, lesson, { position: 0 })),
    )
  if (!lesson.completed_at && lesson.completes_by !== 'opening')
    row.append(button('Mark as done', () => report(course, lesson, { is_done: true })))
  made.append(row)
  return made
}

/** Opens beside this page, which completes a lesson that is completed by opening. */
function fileLink(course, lesson) {
  const made = element('a', lesson.file_name)
  made.href = lesson.file_url
  made.target = '_blank'
  made.rel = 'noreferrer'
  made.addEventListener('click', () => {
    if (!lesson.completed_at && lesson.completes_by === 'opening') report(course, lesson, { is_done: true })
  })
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

function draw() {
  const { member } = known
  if (!learns() || played() !== member) return
  const reports = readReports()
  const classes = known.classes.map((course) => ({
    ...course,
    lessons: course.lessons.map((lesson) => withReport(reports, { ...course, member }, lesson)),
  }))
  // Signed addresses differ with each read.
  const text = JSON.stringify([member, isCut, classes], (key, value) => (key.endsWith('_url') ? Boolean(value) : value))
  if (text === drawn || isPlaying()) return
  drawn = text
  const all = classes.flatMap(parts)
  find('log').replaceChildren(...(all.length ? all : [element('div', 'No classes yet', 'empty')]))
}

async function refresh() {
  const member = played()
  if (!learns()) {
    drawn = ''
    return
  }
  if (!member) return
  const { classes } = await ask(`classes?member=${member}`)
  if (played() !== member || !learns()) return
  known = { member, classes }
  draw()
  say(null)
}

async function tick() {
  if (document.visibilityState === 'visible') await (readReports().length ? sendReports() : refresh().catch(say))
  setTimeout(tick, every)
}

addEventListener('hashchange', () => refresh().catch(say))
tick()
