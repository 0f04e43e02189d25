import type { Day } from '@zavet/contract/days';
import { and, asc, eq, inArray, isNotNull, isNull, lt, notExists, or, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { consents, users } from '../account/index.ts';
import { announcedEditionSets, editionNotices, type NoticeSubject } from './legal-tables.ts';

interface NewEdition {
  edition: Day;
  documents: readonly NoticeSubject[];
}

/** Content of one mail. */
export interface Notice {
  editions: readonly NewEdition[];
  /** Users who signed up later have accepted the edition with the sign-up. */
  signedUpBefore?: Date;
}

interface SentNotice {
  document: NoticeSubject;
  edition: Day;
  notified_on: Day;
}

export async function listSentNotices(database: Database, userId: string): Promise<SentNotice[]> {
  const { document, edition, notified_on } = editionNotices;
  const rows = await database
    .db()
    .select({ document, edition, notified_on })
    .from(editionNotices)
    .where(and(eq(editionNotices.user_id, userId), isNotNull(notified_on)));
  return rows as SentNotice[];
}

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

/** Returns the number of a set of editions; a new set gets the next number. */
export async function findOrInsertEditionSet(
  database: Database,
  notices: readonly Notice[],
): Promise<number> {
  const description = notices.map(describeEditions).join('; ');
  await database.rows(sql`
    insert into ${announcedEditionSets} (news, number)
    select ${description}, coalesce(max(number), 0) + 1 from ${announcedEditionSets}
    on conflict do nothing`);
  const [found] = await database
    .db()
    .select({ number: announcedEditionSets.number })
    .from(announcedEditionSets)
    .where(eq(announcedEditionSets.news, description));
  // Lost a race against another set; the job is retried.
  if (!found) throw new Error('A set of editions got no number.');
  return found.number;
}

function describeEditions({ editions }: Notice): string {
  return editions.map(({ edition, documents }) => `${edition} ${documents.join(' ')}`).join(', ');
}

/** Locks a batch of users not yet processed for a set of editions. Skips users locked elsewhere. */
export async function lockUsersToProcess(
  database: Database,
  setNumber: number,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email_verified, true), lt(users.announced_set, setNumber)))
    .orderBy(asc(users.announced_set), asc(users.id))
    .limit(limit)
    .for('no key update', { skipLocked: true });
  return rows.map(({ id }) => id);
}

export async function markProcessed(
  database: Database,
  setNumber: number,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await database
    .db()
    .update(users)
    .set({ announced_set: setNumber })
    .where(inArray(users.id, [...userIds]));
}

/**
 * Returns the given users with an edition that is neither accepted nor in a sent or pending notice.
 */
export async function listUsersToNotify(
  database: Database,
  { editions, signedUpBefore }: Notice,
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
        signedUpBefore && lt(users.created_at, signedUpBefore),
        sql`exists (
          select 1 from ${valuesOf(editions)}
          where not ${isAccepted(sql`${users.id}`)}
            and not exists (
              select 1 from ${editionNotices} notice
              where notice.user_id = ${users.id} and notice.edition = wanted.edition
                and notice.document = wanted.document
                and (notice.notified_on is not null or notice.enqueued_at > ${lostBefore.toISOString()})
            )
        )`,
      ),
    )
    .orderBy(asc(users.id));
  return rows.map(({ id }) => id);
}

/** A batch of users with a lost notice. */
export async function listUsersWithLostNotice(
  database: Database,
  { editions }: Notice,
  lostBefore: Date,
  limit: number,
): Promise<string[]> {
  const rows = await database.rows<{ user_id: string }>(sql`
    select distinct notice.user_id from ${editionNotices} notice
    inner join ${valuesOf(editions)} using (edition, document)
    where notice.notified_on is null and notice.enqueued_at <= ${lostBefore.toISOString()}::timestamptz
    limit ${limit}`);
  return rows.map(({ user_id }) => user_id);
}

/** Deletes lost notices of editions that their users have accepted. */
export async function deleteAcceptedNotices(
  database: Database,
  { editions }: Notice,
  lostBefore: Date,
): Promise<void> {
  await database.rows(sql`
    delete from ${editionNotices} notice using ${valuesOf(editions)}
    where notice.edition = wanted.edition and notice.document = wanted.document
      and notice.notified_on is null and notice.enqueued_at <= ${lostBefore.toISOString()}::timestamptz
      and ${isAccepted(sql`notice.user_id`)}`);
}

/** Saves pending notices. Returns the users not claimed by a concurrent run. */
export async function claimNotices(
  database: Database,
  { editions }: Notice,
  userIds: readonly string[],
  now: Date,
  lostBefore: Date,
): Promise<string[]> {
  if (userIds.length === 0) return [];
  const userRows = sql`unnest(array[${sql.join(
    userIds.map((id) => sql`${id}::uuid`),
    sql`, `,
  )}]) as person(id)`;
  const claimed = await database.rows<{ user_id: string }>(sql`
    insert into ${editionNotices} as notice (user_id, edition, document, enqueued_at)
    select person.id, wanted.edition, wanted.document, ${now.toISOString()}::timestamptz
    from ${userRows} cross join ${valuesOf(editions)}
    where not ${isAccepted(sql`person.id`)}
    on conflict (user_id, edition, document) do update set enqueued_at = excluded.enqueued_at
      where notice.notified_on is null and notice.enqueued_at <= ${lostBefore.toISOString()}::timestamptz
    returning user_id`);
  return [...new Set(claimed.map(({ user_id }) => user_id))];
}

/** Unsent notices of a user, except those of editions that the user has accepted. */
export async function listPendingNotices(
  database: Database,
  userId: string,
): Promise<{ edition: Day; document: NoticeSubject }[]> {
  const { edition, document } = editionNotices;
  return database
    .db()
    .select({ edition, document })
    .from(editionNotices)
    .where(and(...pendingConditions(database, userId)));
}

export async function markNoticesSent(
  database: Database,
  userId: string,
  editions: readonly NewEdition[],
  sentOn: Day,
): Promise<void> {
  await database
    .db()
    .update(editionNotices)
    .set({ notified_on: sentOn })
    .where(
      and(
        ...pendingConditions(database, userId),
        or(
          ...editions.map(({ edition, documents }) =>
            and(
              eq(editionNotices.edition, edition),
              inArray(editionNotices.document, [...documents]),
            ),
          ),
        ),
      ),
    );
}

function pendingConditions(database: Database, userId: string) {
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
    isNull(editionNotices.notified_on),
    notExists(acceptance),
  ];
}

function valuesOf(editions: readonly NewEdition[]) {
  const rows = editions.flatMap(({ edition, documents }) =>
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
