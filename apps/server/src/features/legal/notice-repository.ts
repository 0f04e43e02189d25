import type { Day } from '@zavet/contract/days';
import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { isBehind } from '../../platform/database/keyset.ts';
import { type ArrivalPlace, consents, users } from '../account/public.ts';
import { editionNotices, editionWalks, type NoticeSubject } from './legal-tables.ts';

/** An edition, and what changes with it. */
export interface NewEdition {
  edition: Day;
  documents: readonly NoticeSubject[];
}

/** What people are told of in one mail. */
export interface NoticeOf {
  news: readonly NewEdition[];
  /** People who came at this moment or later have come with it. */
  concernsBefore?: Date;
}

interface ToldEdition {
  document: NoticeSubject;
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

/** When a person came. */
export async function findSignUp(database: Database, userId: string): Promise<Date | undefined> {
  const [found] = await database
    .db()
    .select({ created_at: users.created_at })
    .from(users)
    .where(eq(users.id, userId));
  return found?.created_at;
}

/**
 * The next people to whom a notice of these editions has to be sent: nobody told them, no order is on its
 * way, and they have not accepted.
 */
export function listPeopleToNotify(
  database: Database,
  { news, concernsBefore }: NoticeOf,
  lostBefore: Date,
  { since, after }: { since: Date | undefined; after: ArrivalPlace | undefined },
  limit: number,
): Promise<ArrivalPlace[]> {
  const { id, created_at } = users;
  return database
    .db()
    .select({ id, created_at })
    .from(users)
    .where(
      and(
        eq(users.email_verified, true),
        since && gte(created_at, since),
        after && isBehind([created_at, after.created_at], [id, after.id]),
        concernsBefore && lt(created_at, concernsBefore),
        sql`exists (
          select 1 from ${editionsOf(news)}
          where not ${isAccepted(sql`${users.id}`)}
            and not exists (
              select 1 from ${editionNotices} notice
              where notice.user_id = ${users.id} and notice.edition = wanted.edition
                and notice.document = wanted.document
                and (notice.told_on is not null or notice.ordered_at > ${lostBefore.toISOString()})
            )
        )`,
      ),
    )
    .orderBy(asc(created_at), asc(id))
    .limit(limit);
}

/** People whose notice was ordered and got lost, some of them. */
export async function listLost(
  database: Database,
  { news }: NoticeOf,
  lostBefore: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database.rows<{ user_id: string }>(sql`
    select distinct notice.user_id from ${editionNotices} notice
    inner join ${editionsOf(news)} using (edition, document)
    where notice.told_on is null and notice.ordered_at <= ${lostBefore.toISOString()}::timestamptz
    limit ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

/** Orders that got lost for people who have accepted since: nobody has to be told any more. */
export async function dropAcceptedOrders(
  database: Database,
  { news }: NoticeOf,
  lostBefore: Date,
): Promise<void> {
  await database.rows(sql`
    delete from ${editionNotices} notice using ${editionsOf(news)}
    where notice.edition = wanted.edition and notice.document = wanted.document
      and notice.told_on is null and notice.ordered_at <= ${lostBefore.toISOString()}::timestamptz
      and ${isAccepted(sql`notice.user_id`)}`);
}

/** Until when everybody who had come was looked at for these editions. */
export async function findWalk(database: Database, notice: NoticeOf): Promise<Date | undefined> {
  const [found] = await database
    .db()
    .select({ walked_until: editionWalks.walked_until })
    .from(editionWalks)
    .where(eq(editionWalks.news, wordsOf(notice)));
  return found?.walked_until;
}

export async function keepWalk(
  database: Database,
  notice: NoticeOf,
  walked_until: Date,
): Promise<void> {
  await database
    .db()
    .insert(editionWalks)
    .values({ news: wordsOf(notice), walked_until })
    .onConflictDoUpdate({ target: editionWalks.news, set: { walked_until } });
}

function wordsOf({ news }: NoticeOf): string {
  return news.map(({ edition, documents }) => `${edition} ${documents.join(' ')}`).join(', ');
}

/** Notes an order for each of them; says for whom nobody else has done so meanwhile. */
export async function orderNotices(
  database: Database,
  { news }: NoticeOf,
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
    select person.id, wanted.edition, wanted.document, ${now.toISOString()}::timestamptz
    from ${people} cross join ${editionsOf(news)}
    where not ${isAccepted(sql`person.id`)}
    on conflict (user_id, edition, document) do update set ordered_at = excluded.ordered_at
      where notice.told_on is null and notice.ordered_at <= ${lostBefore.toISOString()}::timestamptz
    returning user_id`);
  return [...new Set(ordered.map(({ user_id }) => user_id))];
}

/** Of which editions a person is still to be told; not of what is accepted. */
export async function listOrdered(
  database: Database,
  userId: string,
): Promise<{ edition: Day; document: NoticeSubject }[]> {
  const { edition, document } = editionNotices;
  return database
    .db()
    .select({ edition, document })
    .from(editionNotices)
    .where(and(...isOrdered(database, userId)));
}

/** The notice has gone out on this day. */
export async function dateNotices(
  database: Database,
  userId: string,
  news: readonly NewEdition[],
  toldOn: Day,
): Promise<void> {
  await database
    .db()
    .update(editionNotices)
    .set({ told_on: toldOn })
    .where(
      and(
        ...isOrdered(database, userId),
        or(
          ...news.map(({ edition, documents }) =>
            and(
              eq(editionNotices.edition, edition),
              inArray(editionNotices.document, [...documents]),
            ),
          ),
        ),
      ),
    );
}

function isOrdered(database: Database, userId: string) {
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
    isNull(editionNotices.told_on),
    notExists(acceptance),
  ];
}

function editionsOf(news: readonly NewEdition[]) {
  const rows = news.flatMap(({ edition, documents }) =>
    documents.map((document) => sql`(${edition}::date, ${document}::text)`),
  );
  return sql`(values ${sql.join(rows, sql`, `)}) as wanted(edition, document)`;
}

function isAccepted(userId: ReturnType<typeof sql>) {
  return sql`exists (
    select 1 from ${consents}
    where ${consents.user_id} = ${userId} and ${consents.document} = wanted.document
      and ${consents.version} = wanted.edition::text
  )`;
}
