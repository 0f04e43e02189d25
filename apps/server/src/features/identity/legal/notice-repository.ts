import type { Day } from '@zavet/contract/days';
import { and, asc, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { consents, users } from '../account/index.ts';
import { editionNotices, editionWalks, type NoticeSubject } from './legal-tables.ts';

/** An edition, and what changes with it. */
export interface NewEdition {
  edition: Day;
  documents: readonly NoticeSubject[];
}

/** What people are told of in one mail. */
export interface Notice {
  news: readonly NewEdition[];
  /** People who came at this moment or later have come with it. */
  concernsBefore?: Date;
}

interface SentNotice {
  document: NoticeSubject;
  edition: Day;
  told_on: Day;
}

/** Of what a person has been told, and when. */
export async function listSentNotices(database: Database, userId: string): Promise<SentNotice[]> {
  const { document, edition, told_on } = editionNotices;
  const rows = await database
    .db()
    .select({ document, edition, told_on })
    .from(editionNotices)
    .where(and(eq(editionNotices.user_id, userId), isNotNull(told_on)));
  return rows as SentNotice[];
}

/** When a person came. */
export async function findSignUpTime(
  database: Database,
  userId: string,
): Promise<Date | undefined> {
  const [found] = await database
    .db()
    .select({ created_at: users.created_at })
    .from(users)
    .where(eq(users.id, userId));
  return found?.created_at;
}

/** The number of a set of editions; a new set gets the next one. */
export async function findOrInsertWalk(
  database: Database,
  notices: readonly Notice[],
): Promise<number> {
  const words = notices.map(describeNews).join('; ');
  await database.rows(sql`
    insert into ${editionWalks} (news, number)
    select ${words}, coalesce(max(number), 0) + 1 from ${editionWalks}
    on conflict do nothing`);
  const [found] = await database
    .db()
    .select({ number: editionWalks.number })
    .from(editionWalks)
    .where(eq(editionWalks.news, words));
  // Two sets at the same moment: one of them has to come again.
  if (!found) throw new Error('A set of editions got no number.');
  return found.number;
}

function describeNews({ news }: Notice): string {
  return news.map(({ edition, documents }) => `${edition} ${documents.join(' ')}`).join(', ');
}

/**
 * The next people who were not looked at for a set of editions, held until the transaction ends. A person
 * who is being changed or deleted at this moment is left for the next round.
 */
export async function lockUsersToProcess(
  database: Database,
  walk: number,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email_verified, true), lt(users.looked_for, walk)))
    .orderBy(asc(users.looked_for), asc(users.id))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

export async function markProcessed(
  database: Database,
  walk: number,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await database
    .db()
    .update(users)
    .set({ looked_for: walk })
    .where(inArray(users.id, [...userIds]));
}

/**
 * Of these people, those to whom a notice of these editions has to be sent: nobody told them, no order is
 * on its way, and they have not accepted.
 */
export async function listUsersToNotify(
  database: Database,
  { news, concernsBefore }: Notice,
  lostBefore: Date,
  userIds: readonly string[],
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        inArray(users.id, [...userIds]),
        concernsBefore && lt(users.created_at, concernsBefore),
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
    .orderBy(asc(users.id));
  return rows.map(({ id }) => id);
}

/** People whose notice was ordered and got lost, some of them. */
export async function listUsersWithLostNotice(
  database: Database,
  { news }: Notice,
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
export async function deleteAcceptedNotices(
  database: Database,
  { news }: Notice,
  lostBefore: Date,
): Promise<void> {
  await database.rows(sql`
    delete from ${editionNotices} notice using ${editionsOf(news)}
    where notice.edition = wanted.edition and notice.document = wanted.document
      and notice.told_on is null and notice.ordered_at <= ${lostBefore.toISOString()}::timestamptz
      and ${isAccepted(sql`notice.user_id`)}`);
}

/** Notes an order for each of them; says for whom nobody else has done so meanwhile. */
export async function claimNotices(
  database: Database,
  { news }: Notice,
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
export async function listPendingNotices(
  database: Database,
  userId: string,
): Promise<{ edition: Day; document: NoticeSubject }[]> {
  const { edition, document } = editionNotices;
  return database
    .db()
    .select({ edition, document })
    .from(editionNotices)
    .where(and(...isPending(database, userId)));
}

/** The notice has gone out on this day. */
export async function markNoticesSent(
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
        ...isPending(database, userId),
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

function isPending(database: Database, userId: string) {
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
