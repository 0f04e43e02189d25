import { parsePaperCode } from '@zavet/contract/protocol/release-rules';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { mailOf, settingsEventsOf } from '../../../../test/protocol-settings.ts';
import { tablesHolding } from '../../../../test/stored-data.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { digestOfPaperCode } from '../activation/veto-codes.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

async function digestOf({ userId }: Person): Promise<string | null | undefined> {
  const [row] = await product.database.rows<{ digest: string | null }>(sql`
    select veto_code_digest as digest from protocol_rules where user_id = ${userId}`);
  return row?.digest;
}

it('a paper code is shown once and stored only as a digest', async () => {
  const owner = await signedInPerson(product);
  const { code } = await owner.browser.createPaperCode();
  expect(code).toMatch(/^([2-9A-HJKMNP-Z]{5}-){3}[2-9A-HJKMNP-Z]{5}$/);
  const rawCode = parsePaperCode(code) ?? '';
  expect(await digestOf(owner)).toBe(digestOfPaperCode(product.ctx.serviceKey, rawCode));
  const { text } = await mailOf(product, owner.email, 'code_made');
  for (const secret of [code, rawCode]) {
    expect(text).not.toContain(secret);
    expect(product.logged()).not.toContain(secret);
  }
  expect(await tablesHolding(product.database, [code, rawCode])).toEqual([]);
  expect(Object.keys(await owner.browser.getProtocolRules())).not.toContain('code');
});

it('a new code replaces the former one and keeps the chosen rules', async () => {
  const owner = await signedInPerson(product);
  await owner.browser.setProtocolRules({ body: { waiting_hours: 72, needs_second: true } });
  const { code: first } = await owner.browser.createPaperCode();
  const former = await digestOf(owner);
  const { code: second } = await owner.browser.createPaperCode();
  expect(second).not.toBe(first);
  expect(await digestOf(owner)).not.toBe(former);
  const rules = await owner.browser.getProtocolRules();
  expect(rules).toMatchObject({ waiting_hours: 72, needs_second: true, is_chosen: true });
  expect(rules.veto_code_created_at).not.toBeNull();
});

it('creating a code does not count as choosing rules', async () => {
  const owner = await signedInPerson(product);
  await owner.browser.createPaperCode();
  expect(await owner.browser.getProtocolRules()).toMatchObject({
    waiting_hours: 0,
    is_chosen: false,
  });
});

it('a code is removed once, and the owner is mailed', async () => {
  const owner = await signedInPerson(product);
  expect((await failureOf(owner.browser.removePaperCode())).code).toBe('not_found');
  await owner.browser.createPaperCode();
  await owner.browser.removePaperCode();
  expect(await digestOf(owner)).toBeNull();
  expect((await owner.browser.getProtocolRules()).veto_code_created_at).toBeNull();
  await mailOf(product, owner.email, 'code_removed');
  expect((await failureOf(owner.browser.removePaperCode())).code).toBe('not_found');
  expect(await settingsEventsOf(owner)).toEqual(['veto_code_removed', 'veto_code_created']);
});
