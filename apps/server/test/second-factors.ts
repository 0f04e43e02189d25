import { sql } from 'drizzle-orm';
import { generateSync } from 'otplib';
import type { Browser } from './browser.ts';
import type { Person } from './people.ts';
import {
  createSoftwareAuthenticator,
  type SoftwareAuthenticator,
} from './software-authenticator.ts';
import type { TestProduct } from './test-product.ts';

type Clocked = Pick<TestProduct, 'clock'>;

/** A code counts once, and there is another one every half minute. */
const stepMs = 30_000;

export function codeOf({ clock }: Clocked, secret: string): string {
  return generateSync({ secret, epoch: Math.floor(clock.now().getTime() / 1000) });
}

export interface WithCodes {
  secret: string;
  recoveryCodes: string[];
  /** A code that was not used yet; half a minute passes for it. */
  code(): string;
}

/** Switches one-time codes on for somebody who has just signed in. */
export async function switchCodesOn(product: Clocked, { browser }: Person): Promise<WithCodes> {
  const { secret } = await browser.beginCodes();
  const code = codeOf(product, secret);
  const { recovery_codes } = await browser.confirmCodes({ body: { code } });
  return {
    secret,
    recoveryCodes: recovery_codes ?? [],
    code: () => {
      product.clock.advance(stepMs);
      return codeOf(product, secret);
    },
  };
}

/** Adds a passkey of a device of its own. */
export async function addPasskey(
  { browser }: Person,
  device: SoftwareAuthenticator = createSoftwareAuthenticator(),
  name = 'Телефон',
): Promise<{ device: SoftwareAuthenticator; recoveryCodes: string[] | null }> {
  const passkey = device.create(await browser.beginPasskey());
  const { recovery_codes } = await browser.addPasskey({ body: { passkey, name } });
  return { device, recoveryCodes: recovery_codes };
}

/** Every factor of the account, with its recovery codes, as the tables have them. */
export async function factorsOf(
  { database }: Pick<TestProduct, 'database'>,
  { userId }: Person,
): Promise<string[]> {
  const rows = await database.rows<{ factor: string }>(sql`
    select 'passkey ' || id as factor from passkeys where user_id = ${userId}
    union all select 'codes' from authenticators
      where user_id = ${userId} and confirmed_at is not null
    union all select 'recovery ' || id from recovery_codes where user_id = ${userId}
    order by factor`);
  return rows.map(({ factor }) => factor);
}

/** The right password, and what is asked for after it. */
export async function passPassword(browser: Browser, { email, password }: Person) {
  const { session, second_step } = await browser.signIn({ body: { email, password } });
  if (session || !second_step) throw new Error('The password alone has signed in.');
  return second_step;
}

export async function signInWithPasskey(browser: Browser, device: SoftwareAuthenticator) {
  const passkey = device.use(await browser.beginPasskeySignIn());
  return browser.signInWithPasskey({ body: { passkey } });
}

export async function securityEventsOf({ browser }: Person): Promise<string[]> {
  const { events } = await browser.listSecurityEvents({ query: {} });
  return events.map(({ kind }) => kind);
}
