import { activationStatuses } from '@zavet/contract/protocol/protocol-values';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { family, payFor } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { chooseWaiting, onlyContact, releaseAtOf } from '../../../../test/waiting.ts';
import { activationEvents, nextActivationStatus } from './activation-rules.ts';


describe('the database', () => {
  it('lets an activation move exactly as the rules do', async () => {
    for (const before of activationStatuses) {
      const byRules = new Set(
        activationEvents.flatMap((event) => nextActivationStatus(before, event) ?? []),
      );
      const bySql = await product.database.rows<{ after: string }>(sql`
        select after from unnest(${sql.raw(`array['${activationStatuses.join("','")}']`)}) after
        where activation_may_move(${before}, after)`);
      expect([before, ...bySql.map(({ after }) => after).sort()]).toEqual([
        before,
        ...[...byRules].sort(),
      ]);
    }
  });

  it('refuses a move that the rules do not have, an early release and an earlier day', async () => {
    const { owner, contacts } = await family(product);
    const contact = onlyContact(contacts);
    await chooseWaiting(product, owner, 72);
    await payFor(owner, contact);
    const of = sql`where deceased_user_id = ${owner.userId}`;
    const attempt = (change: ReturnType<typeof sql>) =>
      product.database.rows(sql`update activation_requests set ${change} ${of}`);
    await expect(attempt(sql`status = 'payment_pending'`)).rejects.toThrow();
    const early = sql`status = 'activated', activated_at = release_at - interval '1 second'`;
    await expect(attempt(early)).rejects.toThrow();
    await expect(attempt(sql`release_at = release_at - interval '1 hour'`)).rejects.toThrow();
    await expect(attempt(sql`release_at = null`)).rejects.toThrow();
    const leaving = sql`status = 'activated', release_at = release_at + interval '1 hour',
      activated_at = release_at + interval '2 hours'`;
    await expect(attempt(leaving)).rejects.toThrow();
    const before = await releaseAtOf(product, owner);
    await attempt(sql`release_at = release_at + interval '1 hour'`);
    const later = await releaseAtOf(product, owner);
    expect(Number(later) - Number(before)).toBe(60 * 60 * 1000);
  });
});
