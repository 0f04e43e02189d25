import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../../platform/database/database.ts';
import { prepareStatement } from '../../../../platform/database/prepared.ts';
import type { Caller } from '../../../../platform/http/route.ts';
import { newId, randomCharacters } from '../../../../platform/ids.ts';
import type { Account } from '../account-repository.ts';
import {
  knownDevices,
  passwords,
  securityEvents,
  sessions,
  userProfiles,
  users,
} from '../account-tables.ts';
import { type ClaimedAttempt, claimStatement, releaseStatement } from './attempt-repository.ts';
import { endOfSession } from './session-rules.ts';

const tokenAlphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const tokenLength = 32;

interface SignInQuery {
  email: string;
  /** Digest of the browser. */
  device: string;
  /** Keys of the attempt count for a known device and for others. */
  knownKey: string;
  otherKey: string;
  now: string;
}

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };
type SignInRow = Nullable<Account> & Nullable<ClaimedAttempt> & { isKnownDevice: boolean };

const accountAndAttempt = prepareStatement<SignInQuery>(
  ({ email, device, knownKey, otherKey, now }) => sql`
    with browser as (
      select exists (
        select from ${knownDevices} inner join ${users} on users.id = known_devices.user_id
        where users.email = ${email} and known_devices.device_digest = ${device}
      ) as is_known
    ), attempt as (${claimStatement(
      sql`select case when is_known then ${knownKey} else ${otherKey} end as key from browser`,
      now,
    )})
    select users.id, users.email, users.email_verified as "isVerified",
      passwords.hash as "passwordHash",
      coalesce(user_profiles.preferred_language, 'ru') as language,
      users.second_factor_since is not null as "hasSecondFactor",
      browser.is_known as "isKnownDevice", attempt.*
    from browser
    left join attempt on true
    left join ${users} on users.email = ${email}
    left join ${passwords} on passwords.user_id = users.id
    left join ${userProfiles} on user_profiles.user_id = users.id`,
);

/**
 * Claims an attempt and reads the account. One statement for known and unknown addresses, so that
 * the response time reveals nothing. No attempt is claimed during a pause.
 */
export async function findAccountAndClaimAttempt(database: Database, query: SignInQuery) {
  const [row] = await database.rows<SignInRow>(accountAndAttempt(query));
  if (!row) throw new Error('A sign-in always has a row');
  const { key, failures, warned_at, isKnownDevice, ...account } = row;
  return {
    account: account.id === null ? undefined : (account as Account),
    isKnownDevice,
    attempt: key === null ? undefined : ({ key, failures, warned_at } as ClaimedAttempt),
  };
}

interface SessionOpening {
  userId: string;
  /** Digest of the browser. */
  device: string;
  caller: Caller;
  now: Date;
}

interface OpeningValues {
  userId: string;
  device: string;
  address: string;
  userAgent: string | null;
  now: string;
  expiresAt: string;
  sessionId: string;
  token: string;
  eventId: string;
  deviceId: string;
}

interface PasswordValues extends OpeningValues {
  passwordHash: string | null;
  attemptKey: string;
}

const openForOwner = prepareStatement<OpeningValues>(
  (values) => sql`with owner as (
      select users.id, users.suspended_at is not null as is_suspended from ${users}
      where users.id = ${values.userId}
    ), ${openSessionSql(values)}`,
);

// Locks both rows, the user first. After a concurrent change of the password or of the second
// factor, the conditions are evaluated again and no row is found.
const openWithPassword = prepareStatement<PasswordValues>(
  (values) => sql`with owner as (
      select users.id, users.suspended_at is not null as is_suspended
      from ${users} inner join ${passwords} on passwords.user_id = users.id
      where users.id = ${values.userId} and passwords.hash = ${values.passwordHash}
        and users.second_factor_since is null
      for update
    ), released as (
      ${releaseStatement(values.attemptKey)} and exists (select from owner)
    ), ${openSessionSql(values)}`,
);

/** Inserts a proven session, its security event and the known device for each row of `owner`. */
function openSessionSql(values: Record<keyof OpeningValues, SQL>): SQL {
  const { address, userAgent, now } = values;
  return sql`session as (
      insert into ${sessions} (id, user_id, token, expires_at, ip_address, user_agent,
        created_at, updated_at, proven_at)
      select ${values.sessionId}::uuid, owner.id, ${values.token}, ${values.expiresAt}::timestamptz,
        ${address}::text, coalesce(${userAgent}::text, ''),
        ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
      from owner
    ), event as (
      insert into ${securityEvents} (id, user_id, kind, ip_address, user_agent, created_at)
      select ${values.eventId}::uuid, owner.id, 'signed_in', ${address}::text, ${userAgent}::text,
        ${now}::timestamptz
      from owner
    ), device as (
      insert into ${knownDevices} (id, user_id, device_digest, created_at)
      select ${values.deviceId}::uuid, owner.id, ${values.device}, ${now}::timestamptz
      from owner
      on conflict do nothing
    )
    select id, is_suspended from owner`;
}

export interface OpenedSession {
  id: string;
  token: string;
  proven_at: Date;
  /** If true, the caller must end the session again (`refuseSuspended`). */
  is_suspended: boolean;
}

/** Opens a session after a mailed link or a second factor. */
export async function openSession(
  database: Database,
  opening: SessionOpening,
): Promise<OpenedSession> {
  const values = valuesOf(opening);
  const [owner] = await database.rows<OwnerRow>(openForOwner(values));
  return toOpenedSession(values, opening, owner?.is_suspended ?? false);
}

/** Opens a session and releases the attempt. Undefined if the password has changed meanwhile. */
export async function openSessionByPassword(
  database: Database,
  opening: SessionOpening,
  proof: { passwordHash: string | null; attemptKey: string },
): Promise<OpenedSession | undefined> {
  const values = valuesOf(opening);
  const [owner] = await database.rows<OwnerRow>(openWithPassword({ ...values, ...proof }));
  return owner && toOpenedSession(values, opening, owner.is_suspended);
}

interface OwnerRow {
  id: string;
  is_suspended: boolean;
}

function toOpenedSession(
  { sessionId: id, token }: OpeningValues,
  { now: proven_at }: SessionOpening,
  is_suspended: boolean,
): OpenedSession {
  return { id, token, proven_at, is_suspended };
}

function valuesOf({ userId, device, caller, now }: SessionOpening): OpeningValues {
  return {
    userId,
    device,
    address: caller.address,
    userAgent: caller.user_agent,
    now: now.toISOString(),
    expiresAt: endOfSession(now, now).toISOString(),
    sessionId: newId(),
    token: randomCharacters(tokenAlphabet, tokenLength),
    eventId: newId(),
    deviceId: newId(),
  };
}
