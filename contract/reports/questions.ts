/** The reports of questions about stocks (docs/product/questions.md#reports): their calls are those of the section. */
import { questionStates } from '../choices/question-states.ts'
import { date, number, text } from '../kit/field/field.ts'
import type { Drill } from '../kit/report/report.ts'
import { servedReport } from '../kit/report/served-report.ts'
import { sectionCall } from '../kit/section/section-calls.ts'
import { minLookup } from '../lib/questions.ts'
import { tanyaSaham } from '../sections/stock/tanya-saham.ts'

const words = 'tanya-saham.report'
const count = number({ required: true, integer: true })
const answers = sectionCall(tanyaSaham, 'report')
const ratings = sectionCall(tanyaSaham, 'rating')

/** Chats in every state. */
const chatsBy = (by: Drill['by'], where: Drill['where'] = {}): Drill => ({
  section: 'tanya-saham',
  where: { status: questionStates, ...where },
  by,
  date: false,
  counts: 'chats',
})
const ratedIn = { rated_on: '{from}..{to}' } as const

/** Questions have no list of their own; the mean rating has the chats that were rated. */
export const questionTotals = servedReport('question-totals', {
  words,
  calls: { total: { call: answers } },
  dimensions: {},
  measures: { asked: count, answered: count, median_wait: number(), average: number() },
  lessIsBetter: ['median_wait'],
  drill: { average: { ...chatsBy(ratedIn), counts: 'rated' } },
})

export const answersByDay = servedReport('question-answers', {
  words,
  calls: { list: { call: answers, rows: 'answered_question' } },
  dimensions: { date: date({ required: true }), name: text() },
  measures: { questions: count, median_wait: number() },
  lessIsBetter: ['median_wait'],
  drill: {},
})

const stocks = { words, dimensions: { code: text({ required: true }), company_name: text() }, measures: { chats: count, questions: count } }
const askedIn = { asked: '{from}..{to}/{code}' } as const

export const questionStocks = servedReport('question-stocks', {
  ...stocks,
  calls: { list: { call: sectionCall(tanyaSaham, 'topStock'), rows: 'stocks' } },
  drill: { chats: chatsBy(askedIn) },
})
/** In chats about what the member holds. */
export const questionPortfolioStocks = servedReport('question-portfolio-stocks', {
  ...stocks,
  calls: { list: { call: sectionCall(tanyaSaham, 'topStockPortofolio'), rows: 'stocks' } },
  drill: { chats: chatsBy(askedIn, { category: 'portfolio' }) },
})

export const questionCategories = servedReport('question-categories', {
  words,
  calls: { list: { call: sectionCall(tanyaSaham, 'category'), rows: 'categories', minQuery: minLookup } },
  dimensions: { category: tanyaSaham.fields.category },
  measures: { chats: count },
  drill: { chats: chatsBy({ created_at: '{from}..{to}', category: '{category}' }) },
})

export const questionRatings = servedReport('question-ratings', {
  words,
  calls: { total: { call: ratings }, list: { call: ratings, rows: 'stars' } },
  /** As words: 'five stars'. */
  dimensions: { stars: text({ required: true }) },
  measures: { chats: count },
  drill: { chats: chatsBy({ ...ratedIn, rating: '{rating}' }) },
})

export const ratedPeople = servedReport('question-people', {
  words,
  calls: { list: { call: sectionCall(tanyaSaham, 'ratingReport'), rows: 'people', minQuery: minLookup } },
  dimensions: { name: text() },
  measures: { chats: count, average: number() },
  drill: { chats: chatsBy({ ...ratedIn, handler: '{handler}', assigned_to: '{user_id}' }) },
})
