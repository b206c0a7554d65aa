/** Fills an empty database with demo data, once. Equal seeds give equal rows. */
import { sql } from 'drizzle-orm'
import { demoPassword } from '#contract/session.ts'
import { alertEnds } from '#server/commerce/alerts.ts'
import type { Db } from '#server/db/database.ts'
import { autoTexts, messages, rooms, shifts, whatsappNumbers } from '#server/db/tables/chat.ts'
import { banks } from '#server/db/tables/commerce.ts'
import { forYous } from '#server/db/tables/content.ts'
import { campaigns, leads } from '#server/db/tables/crm.ts'
import { roomIdentities } from '#server/db/tables/identities.ts'
import { members, membershipAccounts, membershipEntries } from '#server/db/tables/members.ts'
import { roles, tags, userRoles, users } from '#server/db/tables/people.ts'
import { hashPassword } from '#server/platform/auth/password.ts'
import type { Platform } from '#server/platform/core/context.ts'
import { fillAnalyses } from './analyses.ts'
import { type DemoUser, demoRoles, demoUsers, salespeople, supportRole } from './base/people.ts'
import { drawPictures } from './base/pictures.ts'
import { randomFrom } from './base/random.ts'
import { type Clock, clockOf, insertRows } from './base/rows.ts'
import { demoCampaigns } from './campaigns.ts'
import { demoChats, demoIdentities, demoNumbers, demoShifts } from './chat.ts'
import { fillClasses } from './classes.ts'
import { demoAutoTexts, demoBanks, demoTags } from './content/content.ts'
import { fillPosts } from './content/fill-posts.ts'
import { demoForYou, forYouTitles } from './content/for-you.ts'
import { fillEvents } from './events.ts'
import { fillKnowledge } from './knowledge.ts'
import { fillLandingPages } from './landing-pages.ts'
import { demoLead, type LeadParts } from './leads.ts'
import { fillLeaves } from './leaves.ts'
import { fillLibrary } from './library.ts'
import { type DemoMember, demoAccess, demoMembers, nextMemberOf, nextOf } from './members.ts'
import { fillNewsletters } from './newsletters.ts'
import { dateWins, fillOrders, numberOrders } from './orders.ts'
import { fillPastOrders, keepItemIds, sellEntries } from './past-orders.ts'
import { fillPicks } from './picks.ts'
import { fillPortfolios } from './portfolios.ts'
import { fillPushes } from './pushes.ts'
import { fillQuestions } from './questions.ts'
import { fillRewards } from './rewards.ts'
import { fillShown } from './shown.ts'

const seed = 20_260_817
const batch = 10_000

async function fillPeople(db: Db, clock: Clock) {
  const random = randomFrom(seed)
  const people = demoUsers(random, clock, await hashPassword(demoPassword))
  await insertRows(db, roles, demoRoles(random, clock))
  await insertRows(
    db,
    users,
    people.map(({ row }) => row),
  )
  await insertRows(
    db,
    userRoles,
    people.map(({ row, role }) => ({ user_id: row.id, role_id: role, position: 0 })),
  )
  return people
}

type DemoLead = ReturnType<typeof demoLead>

/** Inserts leads in batches, so that a hundred thousand fit in memory. Returns those of the first. */
async function fillLeads(db: Db, parts: LeadParts, count: number): Promise<DemoLead[]> {
  const first: DemoLead[] = []
  for (let done = 0; done < count; done += batch) {
    const size = Math.min(batch, count - done)
    const rows = Array.from({ length: size }, (_, at) => demoLead(parts, done + at + 1))
    await insertRows(db, leads, rows)
    if (done === 0) first.push(...rows)
  }
  if (count) await db.execute(sql`select setval(pg_get_serial_sequence('leads', 'id'), ${count})`)
  return first
}

async function fillMembers(db: Db, clock: Clock, sellers: readonly DemoUser[]) {
  const random = randomFrom(seed + 4)
  const rows = demoMembers(random, clock, sellers)
  const access = demoAccess(random, clock, rows)
  const { accounts } = access
  const { entries, sales } = sellEntries(clock, rows, access)
  await insertRows(db, members, rows)
  await insertRows(db, membershipAccounts, accounts)
  await insertRows(db, membershipEntries, entries)
  await fillLeaves(db, clock, randomFrom(seed + 6))
  await alertEnds(db)
  await keepItemIds(db, sales)
  return { rows, sales }
}

/** People who are on the way to becoming members. */
const isOpenLead = ({ status }: DemoLead) => status === 'new' || status === 'prospect'

interface Customers {
  members: readonly DemoMember[]
  leads: readonly DemoLead[]
}

/** Chats end in the current hour, so that some windows are open. */
async function fillChats(
  platform: Platform,
  db: Db,
  clock: Clock,
  people: readonly DemoUser[],
  customers: Customers,
  authors: readonly string[],
): Promise<void> {
  const random = randomFrom(seed + 3)
  const sales = salespeople(people)
  const support = people.filter(({ role }) => role === supportRole).map(({ row }) => row.id)
  const numbers = demoNumbers(random, clock, support, authors)
  const next = { members: nextMemberOf(customers.members), leads: nextOf(customers.leads.filter(isOpenLead), (lead) => lead.sales) }
  const paid = ['Bukti transfer Rp 2.990.000', 'Bukti transfer Rp 2.691.000', 'Bukti transfer Rp 3.500.000']
  const proofs = await drawPictures(platform.privateFiles, db, paid, 600, 960)
  const chats = demoChats({ random, clock, sales, numbers, proofs, ...next }, platform.settings.demoRooms)
  await insertRows(db, whatsappNumbers, numbers)
  await insertRows(db, rooms, chats.rooms)
  await insertRows(db, messages, chats.messages)
  await insertRows(db, roomIdentities, demoIdentities(chats.rooms))
  await insertRows(db, shifts, demoShifts(sales))
}

async function fill(platform: Platform, db: Db, clock: Clock): Promise<void> {
  const people = await fillPeople(db, clock)
  const sales = salespeople(people)
  const authors = people.slice(0, 5).map(({ row }) => row.name)
  const random = randomFrom(seed + 1)
  const campaignRows = demoCampaigns(random, clock, sales, authors)
  await insertRows(db, campaigns, campaignRows)
  await insertRows(db, banks, demoBanks(random, clock, authors))
  await insertRows(db, tags, demoTags(random, clock, authors))
  await insertRows(db, autoTexts, demoAutoTexts(random, clock, authors))
  await fillLibrary(platform, db, clock, authors)
  const published = await fillPosts(platform, db, clock, authors)
  const popups = { pictures: await drawPictures(platform.files, db, forYouTitles, 510, 636), posts: published }
  await insertRows(db, forYous, demoForYou(random, clock, popups, authors))
  const { rows: memberRows, sales: pastSales } = await fillMembers(db, clock, sales)
  await fillShown(platform, db, clock, memberRows, authors)
  await fillNewsletters(db, clock, randomFrom(seed + 11), authors)
  await fillEvents(platform, db, clock, randomFrom(seed + 8), { members: memberRows, authors })
  await fillClasses(platform, db, clock, randomFrom(seed + 9), authors)
  await fillLandingPages(platform, db, clock, randomFrom(seed + 10), authors)
  await fillPicks(platform, db, clock, authors)
  await fillPushes(platform, db, clock, authors)
  await fillPortfolios(db, clock, authors)
  await fillAnalyses(platform, db, clock, authors)
  await fillKnowledge(platform, db, clock, authors)
  await fillQuestions(platform, db, clock, people, [supportRole])
  const parts = { random: randomFrom(seed + 2), clock, campaigns: campaignRows, sales, members: nextMemberOf(memberRows) }
  const leadRows = await fillLeads(db, parts, platform.settings.demoLeads)
  await fillOrders(platform, db, { random: randomFrom(seed + 5), clock, sales, campaigns: campaignRows })
  await fillPastOrders(db, randomFrom(seed + 12), sales, pastSales)
  await numberOrders(db)
  await dateWins(db)
  await fillChats(platform, db, clock, people, { members: memberRows, leads: leadRows }, authors)
  await fillRewards(db, clock, randomFrom(seed + 7), sales)
}

async function hasUsers(db: Db): Promise<boolean> {
  return (await db.select({ id: users.id }).from(users).limit(1)).length > 0
}

/** Does nothing if there are users, or demo data is off. */
export async function startDemo(platform: Platform): Promise<void> {
  if (!platform.settings.demo) return
  const { database } = platform
  if (await hasUsers(database.db)) return
  await database.transaction(async (tx) => {
    // Of concurrent starts one fills.
    await tx.execute(sql`lock table ${users} in share row exclusive mode`)
    if (!(await hasUsers(tx))) await fill(platform, tx, clockOf(new Date()))
  })
  // The planner has no statistics of rows from one transaction.
  await database.db.execute(sql`vacuum analyze`)
}
