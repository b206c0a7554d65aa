/** Classes and programs of a member's paid orders, and how far they are (docs/product/members.md#classes-and-programs). */
import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'
import { lessonProgress, onlineClasses, programs } from '#server/db/tables/classes.ts'
import { orderItems, orders } from '#server/db/tables/commerce.ts'
import { learntKinds } from './rights.ts'

/** Latest first. What was sold is never deleted. */
export async function readOwned(db: Db, member: number) {
  const { category, product_id } = orderItems
  const lessons = db
    .select({
      category: lessonProgress.category,
      product_id: lessonProgress.product_id,
      completed: sql<number>`count(*)::int`.as('completed'),
    })
    .from(lessonProgress)
    .where(and(eq(lessonProgress.member_id, member), isNotNull(lessonProgress.completed_at)))
    .groupBy(lessonProgress.category, lessonProgress.product_id)
    .as('lessons')
  const rows = await db
    .selectDistinctOn([category, product_id], {
      category,
      title: sql<string>`coalesce(${onlineClasses.title}, ${programs.title})`,
      ref: sql<string>`coalesce(${onlineClasses.ref}, ${programs.ref})`,
      since: orders.paid_at,
      lesson_count: sql<number>`coalesce(${onlineClasses.lesson_count}, ${programs.lesson_count})`,
      completed: sql<number>`coalesce(${lessons.completed}, 0)`,
    })
    .from(orderItems)
    .innerJoin(orders, eq(orders.id, orderItems.order_id))
    .leftJoin(onlineClasses, and(eq(category, 'onlineclass'), eq(onlineClasses.id, product_id)))
    .leftJoin(programs, and(eq(category, 'academy'), eq(programs.id, product_id)))
    .leftJoin(lessons, and(eq(lessons.category, category), eq(lessons.product_id, product_id)))
    .where(
      and(eq(orders.member_id, member), eq(orders.payment_status, 'paid'), isNull(orders.deleted_at), inArray(category, [...learntKinds])),
    )
    .orderBy(asc(category), asc(product_id), asc(orders.paid_at))
  return rows.toSorted((a, b) => ((a.since ?? '') < (b.since ?? '') ? 1 : -1))
}
