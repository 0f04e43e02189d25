import { randomUUID } from 'node:crypto';
import type { AnyInput } from '@zavet/contract/client';
import { requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Browser } from '../../test/browser.ts';
import { contactBody, setStatus } from '../../test/contacts.ts';
import { idsInInput } from '../../test/ids-in-input.ts';
import { type Person, signedInPerson } from '../../test/people.ts';
import { activationOf, deliveriesOf, payFor, type TrustedPerson } from '../../test/protocol.ts';
import { samples } from '../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../test/test-product.ts';
import {
  attach,
  instructionBody,
  nameContact,
  writeInstruction,
} from '../../test/vault-fixtures.ts';

/** What somebody owns that others might name. */
interface Possessions {
  user: string;
  session: string;
  contact: string;
  instruction: string;
  file: string;
  /** A file that has not arrived. */
  expected: string;
  payment: string;
  /** As a trusted contact of somebody else: the entry, the activation, what was received. */
  legacy: string;
  activation: string;
  delivery: string;
}
type Kind = keyof Possessions;

const planOrder = (user_id: string) => ({
  amount: 300,
  currency: 'RUB',
  plan_id: 'storage_300_monthly' as const,
  user_id,
  description: '',
  return_url: 'http://zavet.test/yookassa-return',
});
const { draft_id: _, ...changed } = instructionBody([randomUUID()]);
const inPath = (kind: Kind, body?: AnyInput['body']) => ({
  kind,
  input: (id: string): AnyInput => ({ params: { id }, ...(body !== undefined && { body }) }),
});

/** Every endpoint that takes an id of something owned, with input that is right but for the id. */
const takers: Record<string, { kind: Kind; status?: number; input(id: string): AnyInput }> = {
  'end-session': inPath('session'),
  'update-trusted-contact': inPath('contact', contactBody()),
  'delete-trusted-contact': inPath('contact'),
  send_confirmation_email: { kind: 'contact', input: (id) => ({ body: { p_contact_id: id } }) },
  'confirm-trusted-contact': {
    kind: 'contact',
    input: (id) => ({ body: { trusted_contact_id: id, confirmation_code: 'ABCDEF' } }),
  },
  'get-instruction': inPath('instruction'),
  'update-instruction': inPath('instruction', { ...changed, version: 1 }),
  'review-instruction': inPath('instruction'),
  'delete-instruction': inPath('instruction'),
  'download-all-files': inPath('instruction'),
  'attach-file': {
    kind: 'instruction',
    input: (id) => ({
      params: { id },
      headers: { 'x-file-name': 'a.txt' },
      body: new Blob(['text']),
    }),
  },
  'expect-files': inPath('instruction', {
    expected_files: [{ file_name: 'a.txt', size_bytes: 4 }],
  }),
  'give-up-file': inPath('expected'),
  'download-file': inPath('file'),
  'delete-file': inPath('file'),
  check_storage_limit: {
    kind: 'user',
    input: (id) => ({ body: { p_user_id: id, p_new_size_mb: 1 } }),
  },
  'create-payment': {
    kind: 'user',
    status: 422,
    input: (id) => ({ body: planOrder(id) }),
  },
  'create-activation-payment': {
    kind: 'user',
    status: 422,
    input: (userId) => ({
      body: activationOf({ userId }, { userId, contactId: randomUUID() } as TrustedPerson),
    }),
  },
  'ask-for-agreement': {
    kind: 'user',
    input: (id) => ({ body: { deceased_user_id: id, trusted_contact_id: randomUUID() } }),
  },
  'answer-agreement': inPath('activation', { agrees: true }),
  'decide-on-stopped-contact': inPath('contact', { decision: 'question' }),
  'get-activation': inPath('activation'),
  'give-up-activation-payment': inPath('activation'),
  'correct-delivery-address': inPath('delivery', { recipient_email: 'other@example.org' }),
  'list-received-instructions': inPath('legacy'),
  'get-contact-card': inPath('legacy'),
  'confirm-still-here': inPath('legacy'),
  'open-received-instruction': inPath('delivery'),
  'refresh-payment-status': {
    kind: 'payment',
    input: (payment_id) => ({
      body: {
        action: 'refresh-payment-status',
        plan_id: 'storage_300_monthly',
        payment_id,
        status: 'succeeded',
      },
    }),
  },
};

/** Further ids in the same input, and those that name nothing yet; the tests of the features try them. */
const takenBeside: Record<string, string[]> = {
  'delete-trusted-contact': ['query.reassign_to'],
  'create-instruction': ['body.trusted_contact_ids', 'body.draft_id'],
  'update-instruction': ['body.trusted_contact_ids'],
  'expect-files': ['body.instead_of'],
  'create-activation-payment': [
    'body.metadata.trusted_contact_id',
    'body.metadata.initiator_user_id',
  ],
  'ask-for-agreement': ['body.trusted_contact_id'],
  'send-support-email': ['body.draft_id'],
};

const table: Endpoint[] = Object.values(endpoints);
const byId = (id: string) => {
  const endpoint = table.find((one) => one.id === id);
  if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
  return endpoint;
};
const cases = table.flatMap((endpoint) => {
  const taker = takers[endpoint.id];
  return taker ? [{ id: endpoint.id, endpoint, ...taker }] : [];
});

let product: TestProduct;
let owner: Person;
let own: Possessions;
beforeAll(async () => {
  product = await startTestProduct();
  owner = await signedInPerson(product);
  const instruction = await writeInstruction(owner, {
    expected_files: [{ file_name: 'b.png', size_bytes: 4 }],
  });
  const { sessions } = await owner.browser.listSessions();
  own = {
    user: owner.userId,
    session: sessions[0]?.id ?? '',
    contact: instruction.trusted_contact_ids[0] ?? '',
    instruction: instruction.id,
    file: (await attach(owner, instruction.id, 'a.png', samples.png)).id,
    expected: instruction.expected_files[0]?.id ?? '',
    payment: (await owner.browser.createPayment({ body: planOrder(owner.userId) })).payment_id,
    ...(await receiveLegacy()),
  };
});
afterAll(() => product.stop());

/** Somebody else's protocol, activated by the owner. */
async function receiveLegacy(): Promise<Pick<Possessions, 'legacy' | 'activation' | 'delivery'>> {
  const { database } = product;
  const testator = await signedInPerson(product);
  const { id: contactId } = await nameContact(testator, owner.email);
  await setStatus(database, contactId, 'confirmed');
  await writeInstruction(testator, { trusted_contact_ids: [contactId] });
  await payFor(testator, { ...owner, contactId });
  const [delivery] = await deliveriesOf(database, testator);
  const { legacies } = await owner.browser.listLegacies();
  return {
    legacy: contactId,
    activation: legacies[0]?.activation?.id ?? '',
    delivery: delivery?.id ?? '',
  };
}

async function answerTo(browser: Browser, endpoint: Endpoint, input: AnyInput) {
  const { path, ...init } = requestOf(endpoint, input);
  const response = await browser.send(path, init as RequestInit);
  const { error } = (await response.json()) as { error?: object };
  return { status: response.status, error };
}

const everythingOfOwner = async () => ({
  instructions: await owner.browser.listInstructions(),
  contacts: await owner.browser.listContacts(),
  storage: await owner.browser.getStorage(),
  sessions: (await owner.browser.listSessions()).sessions.length,
  plan: await owner.browser.getPlan(),
  payments: await owner.browser.listPayments(),
});

/** People who are nearer to the owner than a stranger, and still not the owner. */
const callers = {
  'another owner': () => signedInPerson(product),
  'a contact who has not confirmed': async () => {
    const person = await signedInPerson(product);
    await nameContact(owner, person.email);
    return person;
  },
  'a confirmed contact': async () => {
    const person = await signedInPerson(product);
    const { id } = await nameContact(owner, person.email);
    await product.database.rows(
      sql`update trusted_contacts set status = 'confirmed' where id = ${id}`,
    );
    return person;
  },
};

describe.each(Object.entries(callers))('%s', (_, arrive) => {
  let browser: Browser;
  let before: Awaited<ReturnType<typeof everythingOfOwner>>;
  beforeAll(async () => {
    browser = (await arrive()).browser;
    before = await everythingOfOwner();
  });
  afterAll(async () => {
    const { contacts } = await owner.browser.listContacts();
    for (const { id } of contacts.filter((contact) => contact.id !== own.contact)) {
      await owner.browser.deleteContact({ params: { id }, query: {} });
    }
  });

  it.each(cases)(
    "$id answers an id of the owner's exactly like one that does not exist, and changes nothing",
    async ({ endpoint, kind, input, status = 404 }) => {
      const foreign = await answerTo(browser, endpoint, input(own[kind]));
      const missing = await answerTo(browser, endpoint, input(randomUUID()));
      expect(foreign).toEqual(missing);
      expect(foreign.status).toBe(status);
      expect(await everythingOfOwner()).toEqual(before);
    },
  );
});

describe('the table of endpoints that take ids', () => {
  it('misses none', () => {
    const ofOwners = table.filter(({ callers: who }) => who === 'owner');
    const fields = ofOwners.flatMap((endpoint) =>
      idsInInput(endpoint).map((field) => ({ endpoint: endpoint.id, field })),
    );
    expect(fields.length).toBeGreaterThan(20);
    const open = fields.filter(({ endpoint, field }) => {
      const isFirst = idsInInput(byId(endpoint))[0] === field;
      return !(isFirst && takers[endpoint]) && !takenBeside[endpoint]?.includes(field);
    });
    expect(open).toEqual([]);
    const inPaths = ofOwners.filter(({ path }) => path.includes('{')).map(({ id }) => id);
    expect(inPaths.filter((id) => !takers[id])).toEqual([]);
  });

  it('holds input that works for the owner', async () => {
    // What deletes, ends, or can only be done by somebody else is tried elsewhere.
    const first = cases.filter(
      ({ id }) => !/^(delete|end|create-activation|ask-for|answer|decide-on)-/.test(id),
    );
    // From an address of its own: this one has called often enough.
    const browser = product.browser();
    await browser.signIn({ body: owner });
    for (const { endpoint, kind, input } of first) {
      const { path, ...init } = requestOf(endpoint, input(own[kind]));
      const { status } = await browser.send(path, init as RequestInit);
      // A code that is wrong, people who are unknown, an address that needs no correction: the id itself
      // was accepted.
      expect([200, 409, 422]).toContain(status);
    }
  });
});
