import { sql } from 'drizzle-orm';
import { vi } from 'vitest';
import type { Database } from '../src/platform/database/database.ts';
import { mailWords } from '../src/platform/mail/templates/mail-words.ts';
import { newAddress, type Person } from './people.ts';
import type { ReceivedMail } from './test-mailbox.ts';
import type { TestProduct } from './test-product.ts';

/** Kind of a mail, or the change that a mail about settings names. */
type RulesMail =
  | 'second_address_confirm'
  | 'second_address_released'
  | 'rules'
  | 'address_set'
  | 'address_removed'
  | 'code_made'
  | 'code_removed';

const isKind = (name: RulesMail) => name.startsWith('second_address');

/** Waits for a mail of a kind to an address; returns the newest. */
export function mailOf(
  { mailbox }: Pick<TestProduct, 'mailbox'>,
  address: string,
  name: RulesMail,
): Promise<ReceivedMail> {
  const subject =
    name === 'second_address_confirm' || name === 'second_address_released'
      ? undefined
      : mailWords('ru').t(`protocol.settings_changed.${name}.subject`);
  return vi.waitFor(
    async () => {
      const mails = await mailbox.receive(address);
      const found = mails.findLast((mail) =>
        subject === undefined ? mail.message_id.startsWith(`<${name}.`) : mail.subject === subject,
      );
      if (!found) throw new Error(`no ${name} to ${address}`);
      return found;
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Number of enqueued mails of a kind with this id. */
export async function countEnqueued(
  database: Database,
  name: RulesMail,
  id: string,
): Promise<number> {
  const [row] = await database.rows<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where data ->> 'mail' = ${isKind(name) ? name : 'protocol_settings_changed'}
      and (${isKind(name)} or data -> 'ids' ->> 'change' = ${name})
      and data ->> 'ids' like ${`%${id}%`}`);
  return row?.count ?? 0;
}

export function secondTokenIn({ text }: Pick<ReceivedMail, 'text'>): string {
  const [, token] = text.match(/\/second-address#token=(\S+)$/m) ?? [];
  if (!token) throw new Error(`no link in:\n${text}`);
  return token;
}

/** Sets a second address of an owner and confirms it by the mailed link. */
export async function confirmedSecondAddress(
  product: TestProduct,
  owner: Person,
  email = newAddress(),
): Promise<string> {
  await owner.browser.setSecondAddress({ body: { email } });
  const token = secondTokenIn(await mailOf(product, email, 'second_address_confirm'));
  await product.browser().confirmSecondAddress({ body: { token } });
  return email;
}

/** Kinds of the settings events in an owner's log, newest first. */
export async function settingsEventsOf({ browser }: Person): Promise<string[]> {
  const { events } = await browser.listSecurityEvents({ query: {} });
  return events
    .map(({ kind }) => kind)
    .filter((kind) => /^(protocol_rules|second_address|veto_code)_/.test(kind));
}
