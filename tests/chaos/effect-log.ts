/** Log of effects in a database, written by triggers, so that it records commits, not reports of the API. */
import { sql } from 'drizzle-orm'
import type { Db } from '#server/db/database.ts'

/** A committed change of a record, with the values before and after; null where absent. */
export interface Change {
  ref: string
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** A committed transaction of the effect log, in order: a mutation with its verdict, or writes of a client without keys. */
export interface Entry {
  n: number
  mutation: { key: string; owner: string; status: number; verdict: string } | null
  changes: Change[]
}

const logging = `
create table chaos_log (n bigserial primary key, tx text, what text, ref text, owner text, status int, verdict text, before jsonb, after jsonb);
create function chaos_record() returns trigger language plpgsql as $$ begin
  insert into chaos_log (tx, what, ref, before, after)
  values (pg_current_xact_id()::text, 'record', coalesce(new.ref, old.ref)::text, to_jsonb(old), to_jsonb(new));
  return null;
end $$;
create function chaos_verdict() returns trigger language plpgsql as $$ begin
  insert into chaos_log (tx, what, ref, owner, status, verdict)
  values (pg_current_xact_id()::text, 'verdict', new.key, new.owner::text, new.status, new.verdict);
  if current_setting('chaos.forget', true) = 'on' then return null; end if;
  return new;
end $$;
create trigger chaos after insert or update or delete on leads for each row execute function chaos_record();
create trigger chaos after insert or update or delete on banks for each row execute function chaos_record();
create trigger chaos after insert or update or delete on members for each row execute function chaos_record();
create trigger chaos after insert or update or delete on orders for each row execute function chaos_record();
create trigger chaos before insert on mutations for each row execute function chaos_verdict();`

interface LogRow {
  [name: string]: unknown
  n: number
  tx: string
  what: string
  ref: string
  owner: string | null
  status: number | null
  verdict: string | null
  before: Record<string, unknown> | null
  after: Record<string, unknown> | null
}

/** A mutation's row ends the changes of its transaction; changes without one are of other clients. */
function toEntries(rows: readonly LogRow[]): Entry[] {
  const entries: Entry[] = []
  let tx = ''
  for (const row of rows) {
    const open = row.tx === tx ? entries.at(-1) : undefined
    const entry = open ?? { n: row.n, mutation: null, changes: [] }
    if (!open) entries.push(entry)
    if (row.what === 'record') entry.changes.push({ ref: row.ref, before: row.before, after: row.after })
    else entry.mutation = { key: row.ref, owner: row.owner ?? '', status: row.status ?? 0, verdict: row.verdict ?? '' }
    tx = row.what === 'record' ? row.tx : ''
  }
  return entries
}

/** Creates the log and its triggers. The setting `chaos.forget` makes the database drop verdicts (sabotage). */
export async function startLog(db: Db): Promise<void> {
  for (const statement of logging.split(/;\n(?=create (?:table|function|trigger))/)) await db.execute(sql.raw(statement))
}

export async function readLog(db: Db): Promise<Entry[]> {
  return toEntries((await db.execute<LogRow>(sql`select * from chaos_log order by n`)).rows)
}
