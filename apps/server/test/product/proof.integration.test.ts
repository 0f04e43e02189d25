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
import { createOwnedIds } from '../owned-ids.ts';
import { acceptances, type Person, signedInPerson } from '../people.ts';
import { noProofReasons, requiredProofs } from '../proof-table.ts';
import { startTestProduct, type TestProduct } from '../test-product.ts';
import { instructionBody } from '../vault-fixtures.ts';

const randomId = (): AnyInput => ({ params: { id: randomUUID() } });
const emptyInput = (): AnyInput => ({});
const unknownPasskey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
};

/**
 * Valid input for every endpoint that requires a proof and takes no id of an owned resource. With a
 * proof, the weak password and the wrong word still change nothing.
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
  'end-other-sessions': emptyInput,
  'begin-passkey': emptyInput,
  'add-passkey': () => ({ body: { passkey: unknownPasskey, name: 'Телефон' } }),
  'begin-one-time-codes': emptyInput,
  'confirm-one-time-codes': () => ({ body: { code: '123456' } }),
  'remove-one-time-codes': emptyInput,
  'make-recovery-codes': emptyInput,
  'request-export': emptyInput,
  'begin-import': () => ({ body: { size_bytes: 4 } }),
  'connect-mailbox': () => ({
    body: { provider: 'yandex', email: 'anna@example.org', password: 'app password' },
  }),
  'set-mailbox-sync': () => ({ body: { auto_sync_enabled: false } }),
  'disconnect-mailbox': emptyInput,
  'update-basic-info': () => ({
    body: { first_name: 'Анна', last_name: 'Иванова', date_of_birth: '1980-05-17' },
  }),
  'update-contact-info': () => ({ body: { phone: '+7 900 000-00-00' } }),
  'accept-invitation-by-code': () => ({ body: { confirmation_code: 'ABCDEF' } }),
  'create-trusted-contact': () => ({ body: contactBody() }),
  'create-instruction': () => ({ body: instructionBody([randomUUID()]) }),
  'empty-bin': emptyInput,
  'set-auto-renewal': () => ({ body: { is_on: false } }),
  'remove-payment-method': emptyInput,
  'set-protocol-rules': () => ({ body: { waiting_hours: 72, needs_second: false } }),
  'set-second-address': () => ({ body: { email: 'second@example.org' } }),
  'remove-second-address': emptyInput,
  'make-veto-code': emptyInput,
  'remove-veto-code': emptyInput,
  'close-letters': emptyInput,
  rearm: emptyInput,
  'start-rehearsal': () => ({ body: { mails_recipients: false } }),
  'end-rehearsal': emptyInput,
  'set-check-ins': () => ({ body: { frequency: 'weekly' } }),
  'send-support-email': () => ({ body: { userEmail: 'anna@example.org', message: 'text' } }),
  'accept-documents': () => ({ body: { accepted: acceptances } }),
  'answer-support-request': () => ({
    ...randomId(),
    body: { draft_id: randomUUID(), text: 'Здравствуйте.', seen_messages: 0 },
  }),
  'settle-support-request': randomId,
  'resend-confirmation': randomId,
  'refetch-payment': randomId,
  'retry-failed-job': randomId,
  'send-test-mail': emptyInput,
  'retry-letter': randomId,
};

/** Input with which a call that has a proof would change the account. */
const effectiveInputs: Record<string, object> = {
  'change-password': { password: 'Another-pass-2', confirm_password: 'Another-pass-2' },
  delete_user_account: { confirmation_word: 'УДАЛИТЬ' },
};

const allEndpoints = Object.entries(endpoints) as [EndpointName, Endpoint][];
const provingEndpoints = allEndpoints.map(([, endpoint]) => endpoint).filter(({ proof }) => proof);
const ownerEndpoints = provingEndpoints.filter(({ callers }) => callers === 'owner');
const operatorEndpoints = provingEndpoints.filter(({ callers }) => callers === 'operator');
const freshProofEndpoints = provingEndpoints.filter(({ proof }) => proof === 'fresh');

let product: TestProduct;
let owner: Person;
let ownedIds: OwnedIds;
let operator: Person;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
  owner = await signedInPerson(product);
  ownedIds = await createOwnedIds(product, owner);
  operator = await operatorAtDesk(product);
  for (const { browser } of [owner, operator]) browser.provesAutomatically = false;
  // Removes expired rows before the calls, so that their removal does not look like an effect.
  await prove(owner);
  await prove(operator);
});
afterAll(() => product.stop());

const prove = ({ browser, password }: Person) =>
  browser.proveSession({ body: { current_password: password } });

/** Advances the clock and refreshes the session as browsers do. */
async function advance(ms: number): Promise<void> {
  product.clock.advance(ms);
  for (const { browser } of [owner, operator]) await browser.refreshSession();
}

function inputOf({ id }: Endpoint, idOf: (kind: keyof OwnedIds) => string): AnyInput {
  const entry = endpointsWithIds[id];
  if (entry) return entry.input(idOf(entry.kind));
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
const ownId = (kind: keyof OwnedIds) => ownedIds[kind];
const anyId = () => randomUUID() as string;

/** All rows of the product and its queue, except counters. */
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
    const writeEndpoints = allEndpoints.filter(
      ([, { method, callers }]) => method !== 'GET' && callers !== 'developer',
    );
    expect(
      writeEndpoints.map(([name]) => name).filter((name) => !(name in requiredProofs)),
    ).toEqual([]);
    const differing = writeEndpoints.filter(([name, { proof, asksForCode }]) => {
      const wanted = requiredProofs[name as keyof typeof requiredProofs];
      return asksForCode
        ? wanted !== 'code'
        : proof
          ? wanted !== proof
          : !(wanted in noProofReasons);
    });
    expect(differing.map(([name]) => name)).toEqual([]);
    const byCode = allEndpoints.filter(
      ([name]) => requiredProofs[name as keyof typeof requiredProofs] === 'code',
    );
    expect(byCode.filter(([, { asksForCode }]) => !asksForCode)).toEqual([]);
  });
});

describe('a session without a proof', () => {
  it('cannot call endpoints that need a fresh proof after ten minutes, only those that need a recent one', async () => {
    await advance(sessionTimings.proofLifetime);
    const before = await allRows();
    for (const endpoint of freshProofEndpoints) {
      const code = await codeOf(callerOf(endpoint), endpoint, inputOf(endpoint, ownId));
      expect([endpoint.id, code]).toEqual([endpoint.id, 'proof_required']);
    }
    expect(await allRows()).toBe(before);
    for (const endpoint of provingEndpoints.filter(({ proof }) => proof === 'recent')) {
      const code = await codeOf(callerOf(endpoint), endpoint, inputOf(endpoint, anyId));
      expect([endpoint.id, code]).not.toEqual([endpoint.id, 'proof_required']);
    }
  });

  it('changes nothing after an hour', async () => {
    await advance(sessionTimings.recentProofLifetime - sessionTimings.proofLifetime);
    const before = await allRows();
    for (const endpoint of provingEndpoints) {
      const code = await codeOf(callerOf(endpoint), endpoint, inputOf(endpoint, ownId));
      expect([endpoint.id, code]).toEqual([endpoint.id, 'proof_required']);
    }
    expect(await allRows()).toBe(before);
  });

  it('cannot prove itself by a password that is not checked', async () => {
    for (const endpoint of provingEndpoints) {
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
      if (code === 'wrong_password') await advance(5 * minute);
    }
  });

  it('can still veto, doubt and cancel activations', async () => {
    for (const [name, proof] of Object.entries(requiredProofs)) {
      const endpoint: Endpoint = endpoints[name as EndpointName];
      if (proof !== 'protects' || endpoint.callers !== 'owner') continue;
      const entry = endpointsWithIds[endpoint.id];
      const code = await codeOf(owner, endpoint, entry ? entry.input(randomUUID()) : {});
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
    ['owner', ownerEndpoints],
    ['operator', operatorEndpoints],
  ] as const)('of an %s needs no further proof', async (who, all) => {
    const person = who === 'owner' ? owner : operator;
    await prove(person);
    for (const endpoint of all) {
      const code = await codeOf(person, endpoint, inputOf(endpoint, anyId));
      expect([endpoint.id, code]).not.toEqual([endpoint.id, 'proof_required']);
    }
  });
});
