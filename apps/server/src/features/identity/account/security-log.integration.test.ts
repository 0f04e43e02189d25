import type { SecurityLogEntry } from '@zavet/contract/identity/account-schemas';
import {
  kindsOfGroup,
  type SecurityEventKind,
  securityEventGroups,
  securityEventKinds,
} from '@zavet/contract/identity/security-events';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { failureOf } from '../../../../test/failure-of.ts';
import { type Person, signedInPerson } from '../../../../test/people.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { recordSecurityEvent, systemActor } from './security-event-repository.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct();
});
afterAll(() => product.stop());

/** A different origin for each event, so that events are not merged. */
const from = (event: number) => ({ address: `10.0.0.${event}`, user_agent: null });

async function readLog(person: Person) {
  const entries: SecurityLogEntry[] = [];
  const sizes: number[] = [];
  let after: string | undefined;
  do {
    const page = await person.browser.listSecurityEvents({ query: { after } });
    entries.push(...page.events);
    sizes.push(page.events.length);
    after = page.next ?? undefined;
  } while (after);
  return { entries, sizes };
}

describe('the security log of an owner', () => {
  it('has pages of twenty entries, newest first, without gaps or duplicates', async () => {
    const person = await signedInPerson(product);
    const { database, clock } = product;
    const kinds = ['check_in_sent', 'check_in_answered'] as const;
    // Several at the same moment, across a page boundary.
    for (let event = 0; event < 45; event += 1) {
      if (event % 7 === 0) clock.advance(1_000);
      const at = clock.now();
      at.setMilliseconds(0);
      await recordSecurityEvent(
        database,
        person.userId,
        kinds[event % 2] ?? kinds[0],
        from(event),
        at,
      );
    }
    const { entries, sizes } = await readLog(person);
    expect(sizes).toEqual([20, 20, 6]);
    const all = await database.rows<{ id: string }>(sql`
      select id from security_events where user_id = ${person.userId}
      order by created_at desc, id desc`);
    expect(entries.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it('merges consecutive equal events into one entry, across pages, but not sign-ins', async () => {
    const person = await signedInPerson(product);
    const { database, clock } = product;
    const record = async (kind: SecurityEventKind, origin = systemActor) => {
      clock.advance(1_000);
      const at = clock.now();
      await recordSecurityEvent(database, person.userId, kind, origin, at);
      return at;
    };
    for (let event = 0; event < 19; event += 1) await record('check_in_sent', from(event));
    const first = await record('instruction_created');
    for (let event = 1; event < 500; event += 1) await record('instruction_created');
    await record('signed_in');
    await record('signed_in');
    const { entries, sizes } = await readLog(person);
    expect(sizes).toEqual([20, 3]);
    expect(entries.map(({ kind, count }) => [kind, count]).slice(0, 4)).toEqual([
      ['signed_in', 1],
      ['signed_in', 1],
      ['instruction_created', 500],
      ['check_in_sent', 1],
    ]);
    expect(entries[2]?.since).toBe(first.toISOString());
  });

  it('can be filtered by group, and contains the origin of each event', async () => {
    const person = await signedInPerson(product);
    await person.browser.createPaperCode();
    await person.browser.setPin({ body: { pin: '730514' } });
    const kindsIn = async (group: 'sign_ins' | 'changes' | 'protocol') =>
      (await person.browser.listSecurityEvents({ query: { group } })).events.map(
        ({ kind }) => kind,
      );
    expect(await kindsIn('protocol')).toEqual(['veto_code_created']);
    expect(await kindsIn('changes')).toEqual(['pin_set']);
    expect(await kindsIn('sign_ins')).toEqual(['signed_in']);
    const { events } = await person.browser.listSecurityEvents({ query: { group: 'sign_ins' } });
    expect(events[0]).toMatchObject({
      user_agent: 'Test browser',
      ip_address: expect.stringMatching(/^10\.0\./),
    });
  });

  it('contains every kind of event in exactly one group', () => {
    const grouped = securityEventGroups.flatMap(kindsOfGroup);
    expect(grouped.toSorted()).toEqual(securityEventKinds.toSorted());
  });
});

describe("an intruder's sign-in", () => {
  const eventOf = async (person: Person, wanted: string) => {
    const { events } = await person.browser.listSecurityEvents({ query: {} });
    return events.find(({ kind }) => kind === wanted)?.id ?? '';
  };
  const disown = (person: Person, id: string) =>
    person.browser.disownLoggedSignIn({ params: { id } });

  it('ends all sessions and voids the password when disowned; a new one can be set here or by mail', async () => {
    const person = await signedInPerson(product);
    const other = product.browser();
    await other.signIn({ body: person });
    const { recovery_token } = await disown(person, await eventOf(person, 'signed_in'));
    for (const browser of [person.browser, other]) {
      expect((await failureOf(browser.getProfile())).code).toBe('session_missing');
    }
    expect((await failureOf(product.browser().signIn({ body: person }))).code).toBe(
      'invalid_credentials',
    );
    const mails = await product.mailbox.receive(person.email, 2);
    const mail = mails.find(({ subject }) => subject.startsWith('Все сеансы завершены'));
    expect(mail?.tokenOf('recovery')).toBe(recovery_token);

    const reset = (password: string) =>
      product.browser().resetPassword({
        body: { token: recovery_token, password, confirm_password: password },
      });
    expect((await failureOf(reset(person.password))).code).toBe('password_compromised');
    await reset('Another-pass-2');
    const { session } = await other.signIn({
      body: { email: person.email, password: 'Another-pass-2' },
    });
    expect(session?.user.id).toBe(person.userId);
    const { events } = await other.listSecurityEvents({ query: {} });
    expect(events.map(({ kind }) => kind)).toContain('sign_in_disowned');
  });

  it("is found only among the sign-ins of the owner's own log", async () => {
    const person = await signedInPerson(product);
    await person.browser.setPin({ body: { pin: '730514' } });
    const stranger = await signedInPerson(product);
    const wrong = [await eventOf(person, 'pin_set'), await eventOf(stranger, 'signed_in')];
    for (const id of wrong) expect((await failureOf(disown(person, id))).code).toBe('not_found');
    expect((await person.browser.getProfile()).user_id).toBe(person.userId);
  });
});
