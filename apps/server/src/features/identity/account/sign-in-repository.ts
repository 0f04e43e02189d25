import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { prepared } from '../../../platform/database/prepared.ts';
import type { Account } from './account-repository.ts';
import { knownDevices, passwords, userProfiles, users } from './account-tables.ts';
import { type TakenAttempt, takenAttempt } from './sign-in-attempt-repository.ts';

/** Who wants to sign in, and from where. */
interface SignInQuery {
  email: string;
  /** Digest of the browser. */
  device: string;
  /** Under what attempts are counted: in a browser that the owner has used, or elsewhere. */
  knownKey: string;
  otherKey: string;
  now: string;
}

export interface BegunSignIn {
  account: Account | undefined;
  isKnownDevice: boolean;
  /** None while the count is slowed down. */
  attempt: TakenAttempt | undefined;
}

type Nullable<Row> = { [Key in keyof Row]: Row[Key] | null };
type BegunRow = Nullable<Account> & Nullable<TakenAttempt> & { isKnownDevice: boolean };

const begunSignIn = prepared<SignInQuery>(
  ({ email, device, knownKey, otherKey, now }) => sql`
    with browser as (
      select exists (
        select from ${knownDevices} inner join ${users} on users.id = known_devices.user_id
        where users.email = ${email} and known_devices.device_digest = ${device}
      ) as is_known
    ), attempt as (${takenAttempt(
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

/** Takes an attempt and reads the account. One statement, whether or not there is one: its time tells nothing. */
export async function beginSignIn(database: Database, query: SignInQuery): Promise<BegunSignIn> {
  const [row] = await database.rows<BegunRow>(begunSignIn(query));
  if (!row) throw new Error('The beginning of a sign-in always has a row.');
  const { key, failures, warned_at, isKnownDevice, ...account } = row;
  return {
    account: account.id === null ? undefined : (account as Account),
    isKnownDevice,
    attempt: key === null ? undefined : ({ key, failures, warned_at } as TakenAttempt),
  };
}
