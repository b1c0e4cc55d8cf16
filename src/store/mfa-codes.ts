import type { AdminId } from '../core/ids.ts'
import { type Instant, instant } from '../core/instant.ts'
import { countOf, isoOf, type Queryable, rowsOf, statement } from './statement.ts'

const PUT = statement(
  'mfa-code-put',
  `insert into mfa_codes as c (admin_id, code_hash, made_at) values ($1, $2, $3)
       on conflict (admin_id) do update
      set code_hash = excluded.code_hash, made_at = excluded.made_at, tries = 0
    where c.made_at <= $4`,
)

const PENDING = statement(
  'mfa-code-pending',
  'select exists (select from mfa_codes where admin_id = $1 and made_at > $2) as pending',
)

// The try is counted before the code is looked at, so that many tries at once are many tries.
const TRY = statement(
  'mfa-code-try',
  `update mfa_codes set tries = tries + 1 where admin_id = $1 and made_at > $2 and tries < $3 returning code_hash`,
)

const TAKE = statement('mfa-code-take', 'delete from mfa_codes where admin_id = $1 and code_hash = $2')

const RESEND = statement(
  'mfa-resend',
  `with forgotten as (delete from mfa_resends where at <= $3 and email_hash <> $1)
   insert into mfa_resends as r (email_hash, at) values ($1, $2)
       on conflict (email_hash) do update set at = excluded.at where r.at <= $3`,
)

const LAST_RESEND = statement('mfa-last-resend', 'select at from mfa_resends where email_hash = $1')

/** Makes this the code of an admin, unless there is one that was made after `replaces`; says whether it did. */
export async function putCode(
  db: Queryable,
  id: AdminId,
  codeHash: string,
  { now, replaces }: { readonly now: Instant; readonly replaces: Instant },
): Promise<boolean> {
  return (await countOf(db, PUT, [id, codeHash, isoOf(now), isoOf(replaces)])) === 1
}

/** Whether the admin has given a right password and not yet the code that was made for it after `since`. */
export async function codeIsPending(db: Queryable, id: AdminId, since: Instant): Promise<boolean> {
  const [row] = await rowsOf<{ pending: boolean }>(db, PENDING, [id, isoOf(since)])
  return row?.pending ?? false
}

/** Counts a try and gives the hash to compare with; null without a code made after `since` that has tries left. */
export async function tryCode(db: Queryable, id: AdminId, since: Instant, triesMax: number): Promise<string | null> {
  const [row] = await rowsOf<{ code_hash: string }>(db, TRY, [id, isoOf(since), triesMax])
  return row?.code_hash ?? null
}

/** Uses a code up; false when somebody was quicker. */
export const takeCode = async (db: Queryable, id: AdminId, codeHash: string): Promise<boolean> =>
  (await countOf(db, TAKE, [id, codeHash])) === 1

/** Notes that a code was asked for again, or gives the moment when that last happened if it was after `since`. */
export async function noteResend(
  db: Queryable,
  emailHash: string,
  now: Instant,
  since: Instant,
): Promise<Instant | null> {
  if ((await countOf(db, RESEND, [emailHash, isoOf(now), isoOf(since)])) === 1) return null
  const [row] = await rowsOf<{ at: Date }>(db, LAST_RESEND, [emailHash])
  return row ? instant(row.at.getTime()) : null
}
