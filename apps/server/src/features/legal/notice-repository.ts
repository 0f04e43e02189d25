import type { Day } from '@zavet/contract/days';
import type { LegalDocument } from '@zavet/contract/legal/editions';
import { and, asc, eq, gt, inArray, isNotNull, isNull, notExists, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { consents, users } from '../account/public.ts';
import type { Announcement } from './edition-rules.ts';
import { editionNotices } from './legal-tables.ts';

interface ToldEdition {
  document: LegalDocument;
  edition: Day;
  told_on: Day;
}

/** Of what a person has been told, and when. */
export async function listNotices(database: Database, userId: string): Promise<ToldEdition[]> {
  const { document, edition, told_on } = editionNotices;
  const rows = await database
    .db()
    .select({ document, edition, told_on })
    .from(editionNotices)
    .where(and(eq(editionNotices.user_id, userId), isNotNull(told_on)));
  return rows as ToldEdition[];
}

/**
 * The next people after an id to whom a notice of these editions has to be sent: nobody told them,
 * no order is on its way, and they have not accepted. A person who is being changed or deleted at this
 * moment is left for the next round.
 */
export async function listPeopleToNotify(
  database: Database,
  announcement: Announcement,
  lostBefore: Date,
  afterUserId: string,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.email_verified, true),
        gt(users.id, afterUserId),
        sql`exists (
          select 1 from ${documentsOf(announcement)}
          where not ${isAccepted(sql`${users.id}`, announcement)}
            and not exists (
              select 1 from ${editionNotices} notice
              where notice.user_id = ${users.id} and notice.edition = ${announcement.edition}
                and notice.document = wanted.document
                and (notice.told_on is not null or notice.ordered_at > ${lostBefore.toISOString()})
            )
        )`,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit)
    .for('key share', { skipLocked: true });
  return rows.map(({ id }) => id);
}

/** Notes an order for each of them; says for whom nobody else has done so meanwhile. */
export async function orderNotices(
  database: Database,
  announcement: Announcement,
  userIds: readonly string[],
  now: Date,
  lostBefore: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const people = sql`unnest(array[${sql.join(
    userIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]) as person(id)`;
  const ordered = await database.rows<{ user_id: string }>(sql`
    insert into ${editionNotices} as notice (user_id, edition, document, ordered_at)
    select person.id, ${announcement.edition}::date, wanted.document, ${now.toISOString()}::timestamptz
    from ${people} cross join ${documentsOf(announcement)}
    where not ${isAccepted(sql`person.id`, announcement)}
    on conflict (user_id, edition, document) do update set ordered_at = excluded.ordered_at
      where notice.told_on is null and notice.ordered_at <= ${lostBefore.toISOString()}::timestamptz
    returning user_id`);
  return [...new Set(ordered.map(({ user_id }) => user_id))];
}

/** Of which documents a person is still to be told, for an edition; not of what is accepted. */
export async function listOrdered(
  database: Database,
  userId: string,
  edition: Day,
): Promise<LegalDocument[]> {
  const rows = await database
    .db()
    .select({ document: editionNotices.document })
    .from(editionNotices)
    .where(and(...isOrdered(database, userId, edition)));
  return rows.map(({ document }) => document);
}

/** The notice has gone out on this day. */
export async function dateNotices(
  database: Database,
  userId: string,
  { edition, documents }: Announcement,
  toldOn: Day,
): Promise<void> {
  await database
    .db()
    .update(editionNotices)
    .set({ told_on: toldOn })
    .where(
      and(...isOrdered(database, userId, edition), inArray(editionNotices.document, documents)),
    );
}

function isOrdered(database: Database, userId: string, edition: Day) {
  const acceptance = database
    .db()
    .select({ one: sql`1` })
    .from(consents)
    .where(
      and(
        eq(consents.user_id, editionNotices.user_id),
        eq(consents.document, editionNotices.document),
        sql`${consents.version} = ${editionNotices.edition}::text`,
      ),
    );
  return [
    eq(editionNotices.user_id, userId),
    eq(editionNotices.edition, edition),
    isNull(editionNotices.told_on),
    notExists(acceptance),
  ];
}

function documentsOf({ documents }: Announcement) {
  return sql`unnest(array[${sql.join(
    documents.map((document) => sql`${document}::text`),
    sql`, `,
  )}]) as wanted(document)`;
}

function isAccepted(userId: ReturnType<typeof sql>, { edition }: Announcement) {
  return sql`exists (
    select 1 from ${consents}
    where ${consents.user_id} = ${userId} and ${consents.document} = wanted.document
      and ${consents.version} = ${edition}
  )`;
}
