import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PostalProduct, startPostalProduct } from '../../../../test/letters.ts';
import { ledgerOf } from '../../../../test/protocol.ts';
import { minute } from '../../../../test/test-clock.ts';

let postal: PostalProduct;
beforeAll(async () => {
  postal = await startPostalProduct();
});
afterAll(() => postal.stop());

const busy = 'busy.example';

it('letters to a domain that says «too many» wait, without a try, and are sent when it is over', async () => {
  const { product, standIn } = postal;
  const asked = await postal.activated(`first@${busy}`);
  standIn.answer(`first@${busy}`, { code: 421, words: '4.7.0 Too many messages' });
  await postal.work(asked);
  expect(standIn.refused.map(({ to }) => to)).toEqual([`first@${busy}`]);

  const other = await postal.activated(`second@${busy}`);
  await postal.work(other);
  // The contact, at another domain, has the mail; the mail server has not seen the other one.
  expect(postal.takenBy(other.activator.email)).toHaveLength(1);
  expect(postal.takenBy(other.recipient)).toHaveLength(0);
  expect(standIn.refused).toHaveLength(1);
  const letter = await postal.letterToRecipient(other);
  expect(await ledgerOf(product.database, letter.id)).toEqual(['queued']);
  expect(letter).toMatchObject({ state: 'queued', refusals: 0 });
  const [row] = await product.database.rows<{ seconds: number; is_free: boolean }>(sql`
    select extract(epoch from next_attempt_at - ${product.clock.now().toISOString()}::timestamptz)::int
      as seconds, claim_id is null as is_free
    from envelopes where id = (select envelope_id from deliveries where id = ${letter.id})`);
  expect(row?.seconds).toBeGreaterThan(30);
  expect(row?.seconds).toBeLessThanOrEqual(60);
  expect(row?.is_free).toBe(true);

  product.clock.advance(minute);
  await postal.work(other);
  expect(postal.takenBy(other.recipient)).toHaveLength(1);
  expect(await ledgerOf(product.database, letter.id)).toEqual(['queued', 'accepted']);
});

it('the ledger keeps the answer with server and line, and the contact is shown the answer alone', async () => {
  const { product, standIn } = postal;
  const one = await postal.activated();
  standIn.answer(one.recipient, { code: 550, unknown: true });
  await postal.work(one);
  const { id } = await postal.letterToRecipient(one);
  const [event] = await product.database.rows<{ id: string; reply: string }>(sql`
    select id, reply from delivery_events where delivery_id = ${id} and kind = 'refused'`);
  const key = await product.ctx.vault.keyOf(one.owner.userId);
  const { host } = new URL(standIn.url);
  const kept = key.open(event?.id ?? '', 'reply', event?.reply ?? '');
  expect(kept).toMatch(/^550 /);
  expect(kept.endsWith(` [${host}, no TLS]`)).toBe(true);

  const params = { id: one.activationId };
  const { unreached } = await one.activator.browser.getActivation({ params });
  expect(unreached.map(({ reply }) => reply)).toEqual([kept.replace(` [${host}, no TLS]`, '')]);
  const line = product
    .logged()
    .split('\n')
    .find((text) => text.includes('mail_not_taken') && text.includes('550'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ status_code: 550, host, tls: 'none' });
  expect(line).not.toContain(one.recipient);
});
