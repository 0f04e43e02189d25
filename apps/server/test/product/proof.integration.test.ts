import { randomUUID } from 'node:crypto';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { type EndpointName, endpoints } from '@zavet/contract/endpoints';
import type { ErrorBody } from '@zavet/contract/errors';
import { sessionTimings } from '@zavet/contract/timings';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactBody } from '../contacts.ts';
import { minute } from '../durations.ts';
import { endpointsWithIds, type OwnedIds } from '../foreign-ids.ts';
import { operatorAtDesk } from '../operators.ts';
import { acceptances, type Person, signedInPerson } from '../people.ts';
import { createOwnedIds } from '../possessions.ts';
import { proofs, reasons } from '../proof-table.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';
import { instructionBody } from '../vault-fixtures.ts';

const byId = (): AnyInput => ({ params: { id: randomUUID() } });
const nothing = (): AnyInput => ({});
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/**
 * Valid input for every endpoint that requires a proof and takes no id of an owned resource. The
 * weak password and wrong word change nothing when proven.
 */
const inputsWithoutIds: Record<string, () => AnyInput> = {
  'change-password': () => ({
    body: { password: 'password', confirm_password: 'password' },
  }),
  'request-email-change': () => ({ body: { new_email: 'other@example.org' } }),
  'set-emergency-pin': () => ({ body: { pin: '730514' } }),
  'remove-emergency-pin': () => ({ body: {} }),
  delete_user_account: () => ({ body: { confirmation_word: 'НЕТ' } }),
  'update-preferred-language': () => ({ body: { preferred_language: 'ru' } }),
  'end-other-sessions': nothing,
  'begin-passkey': nothing,
  'add-passkey': () => ({ body: { passkey: unknownPasskey, name: 'Телефон' } }),
  'begin-one-time-codes': nothing,
  'confirm-one-time-codes': () => ({ body: { code: '123456' } }),
  'remove-one-time-codes': nothing,
  'make-recovery-codes': nothing,
  'request-export': nothing,
  'begin-import': () => ({ body: { size_bytes: 4 } }),
  'connect-mailbox': () => ({
    body: { provider: 'yandex', email: 'anna@example.org', password: 'app password' },
  }),
  'set-mailbox-sync': () => ({ body: { auto_sync_enabled: false } }),
  'disconnect-mailbox': nothing,
  'update-basic-info': () => ({
    body: { first_name: 'Анна', last_name: 'Иванова', date_of_birth: '1980-05-17' },
  }),
  'update-contact-info': () => ({ body: { phone: '+7 900 000-00-00' } }),
  'accept-invitation-by-code': () => ({ body: { confirmation_code: 'ABCDEF' } }),
  'create-trusted-contact': () => ({ body: contactBody() }),
  'create-instruction': () => ({ body: instructionBody([randomUUID()]) }),
  'empty-bin': nothing,
  'set-auto-renewal': () => ({ body: { is_on: false } }),
  'remove-payment-method': nothing,
  'set-protocol-rules': () => ({ body: { waiting_hours: 72, needs_second: false } }),
  'set-second-address': () => ({ body: { email: 'second@example.org' } }),
  'remove-second-address': nothing,
  'make-veto-code': nothing,
  'remove-veto-code': nothing,
  'close-letters': nothing,
  rearm: nothing,
  'start-rehearsal': () => ({ body: { mails_recipients: false } }),
  'end-rehearsal': nothing,
  'set-check-ins': () => ({ body: { frequency: 'weekly' } }),
  'send-support-email': () => ({ body: { userEmail: 'anna@example.org', message: 'text' } }),
  'accept-documents': () => ({ body: { accepted: acceptances } }),
  'answer-support-request': () => ({
    ...byId(),
    body: { draft_id: randomUUID(), text: 'Здравствуйте.', seen_messages: 0 },
  }),
  'settle-support-request': byId,
  'resend-confirmation': byId,
  'refetch-payment': byId,
  'retry-failed-job': byId,
  'send-test-mail': nothing,
  'retry-letter': byId,
};

/** Input that would change the account when proven. */
const effectiveInputs: Record<string, object> = {
  'change-password': { password: 'Another-pass-2', confirm_password: 'Another-pass-2' },
  delete_user_account: { confirmation_word: 'УДАЛИТЬ' },
};

const table = Object.entries(endpoints) as [EndpointName, Endpoint][];
const asking = table.map(([, endpoint]) => endpoint).filter(({ proof }) => proof);
const ofOwners = asking.filter(({ callers }) => callers === 'owner');
const ofOperators = asking.filter(({ callers }) => callers === 'operator');
const freshOnes = asking.filter(({ proof }) => proof === 'fresh');

let product: TestProduct;
let owner: Person;
let own: OwnedIds;
let operator: Person;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
  owner = await signedInPerson(product);
  own = await createOwnedIds(product, owner);
  operator = await operatorAtDesk(product);
  for (const { browser } of [owner, operator]) browser.answersProof = false;
  // Settles what expires by itself, so that it does not look like an effect of a call.
  await prove(owner);
  await prove(operator);
});
afterAll(() => product.stop());

const prove = ({ browser, password }: Person) =>
  browser.proveSession({ body: { current_password: password } });

/** Advances the clock and refreshes the session as browsers do. */
async function wait(ms: number): Promise<void> {
  product.clock.advance(ms);
  for (const { browser } of [owner, operator]) await browser.refreshSession();
}

function inputOf({ id }: Endpoint, idOf: (kind: keyof OwnedIds) => string): AnyInput {
  const taker = endpointsWithIds[id];
  if (taker) return taker.input(idOf(taker.kind));
  const input = inputsWithoutIds[id];
  if (!input) throw new Error(`${id} needs an entry in inputsWithoutIds`);
  return input();
}

async function codeOf({ browser }: Person, endpoint: Endpoint, input: AnyInput) {
  const { path, ...init } = requestOf(endpoint, input);
  const response = await browser.send(path, init as RequestInit);
  return response.ok ? undefined : ((await response.json()) as ErrorBody).error.code;
}

const callerOf = ({ callers }: Endpoint) => (callers === 'operator' ? operator : owner);
const ownId = (kind: keyof OwnedIds) => own[kind];
const anyId = () => randomUUID() as string;

/** All rows of the product and its queue, except counters and the sessions in use. */
async function allRows(): Promise<string> {
  const tables = await product.database.rows<{ schema: string; name: string }>(sql`
    select table_schema as schema, table_name as name from information_schema.tables
    where (table_schema = 'public' and table_name not in ('rate_limits', 'sign_in_attempts'))
      or (table_schema = 'pgboss' and table_name = 'job')`);
  const contents: string[] = [];
  for (const { schema, name } of tables) {
    const rows = await product.database.rows<{ row: string }>(
      sql`select t::text as row from ${sql.identifier(schema)}.${sql.identifier(name)} t`,
    );
    contents.push(name, ...rows.map(({ row }) => row).sort());
  }
  return contents.join('\n');
}

describe('the table of proofs', () => {
  it('covers every write endpoint', () => {
    const changing = table.filter(
      ([, { method, callers }]) => method !== 'GET' && callers !== 'developer',
    );
    expect(changing.map(([name]) => name).filter((name) => !(name in proofs))).toEqual([]);
    const different = changing.filter(([name, { proof, asksForCode }]) => {
      const wanted = proofs[name as keyof typeof proofs];
      return asksForCode ? wanted !== 'code' : proof ? wanted !== proof : !(wanted in reasons);
    });
    expect(different.map(([name]) => name)).toEqual([]);
    const byCode = table.filter(([name]) => proofs[name as keyof typeof proofs] === 'code');
    expect(byCode.filter(([, { asksForCode }]) => !asksForCode)).toEqual([]);
  });
});

describe('a session without a proof', () => {
  it('changes nothing that needs a fresh proof after ten minutes, but does what needs a recent one', async () => {
    await wait(sessionTimings.proofLifetime);
    const before = await allRows();
    for (const endpoint of freshOnes) {
      const code = await codeOf(callerOf(endpoint), endpoint, inputOf(endpoint, ownId));
      expect([endpoint.id, code]).toEqual([endpoint.id, 'proof_required']);
    }
    expect(await allRows()).toBe(before);
    for (const endpoint of asking.filter(({ proof }) => proof === 'recent')) {
      const code = await codeOf(callerOf(endpoint), endpoint, inputOf(endpoint, anyId));
      expect([endpoint.id, code]).not.toEqual([endpoint.id, 'proof_required']);
    }
  });

  it('changes nothing after an hour', async () => {
    await wait(sessionTimings.recentProofLifetime - sessionTimings.proofLifetime);
    const before = await allRows();
    for (const endpoint of asking) {
      const code = await codeOf(callerOf(endpoint), endpoint, inputOf(endpoint, ownId));
      expect([endpoint.id, code]).toEqual([endpoint.id, 'proof_required']);
    }
    expect(await allRows()).toBe(before);
  });

  it('cannot prove itself by a password that is not checked', async () => {
    for (const endpoint of asking) {
      const { body, ...input } = inputOf(endpoint, ownId);
      if (body instanceof Blob) continue;
      const forged = {
        ...(body as object),
        ...effectiveInputs[endpoint.id],
        current_password: 'Wrong-pass-1',
      };
      const code = await codeOf(callerOf(endpoint), endpoint, {
        ...input,
        ...(body !== undefined && { body: forged }),
      });
      expect(['proof_required', 'wrong_password'], endpoint.id).toContain(code);
      // Wrong passwords add a delay.
      if (code === 'wrong_password') await wait(5 * minute);
    }
  });

  it('can still veto, doubt and cancel activations', async () => {
    for (const [name, proof] of Object.entries(proofs)) {
      const endpoint: Endpoint = endpoints[name as EndpointName];
      if (proof !== 'protects' || endpoint.callers !== 'owner') continue;
      const taker = endpointsWithIds[endpoint.id];
      const code = await codeOf(owner, endpoint, taker ? taker.input(randomUUID()) : {});
      expect(code, endpoint.id).not.toBe('proof_required');
    }
    const doubt = { params: { id: randomUUID() }, body: { agrees: false } };
    expect(await codeOf(owner, endpoints.answerAgreement, doubt)).toBe('not_found');
    const agreement = { ...doubt, body: { agrees: true } };
    expect(await codeOf(owner, endpoints.answerAgreement, agreement)).toBe('proof_required');
  });
});

describe('a session with a fresh proof', () => {
  it.each([
    ['owner', ofOwners],
    ['operator', ofOperators],
  ] as const)('of an %s needs no further proof', async (who, all) => {
    const person = who === 'owner' ? owner : operator;
    await prove(person);
    for (const endpoint of all) {
      const code = await codeOf(person, endpoint, inputOf(endpoint, anyId));
      expect([endpoint.id, code]).not.toEqual([endpoint.id, 'proof_required']);
    }
  });
});
