import { randomUUID } from 'node:crypto';
import { type AnyInput, requestOf } from '@zavet/contract/client';
import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Browser } from '../browser.ts';
import { endpointsWithIds, furtherIds, type OwnedIds } from '../foreign-ids.ts';
import {
  connectAndSync,
  type ProductWithImap,
  plainMail,
  startWithImapServer,
} from '../mailboxes.ts';
import { createOwnedIds } from '../owned-ids.ts';
import { type Person, signedInPerson } from '../people.ts';
import { createSoftwareAuthenticator, signInWithPasskey } from '../second-factors.ts';
import type { TestProduct } from '../test-product.ts';
import { addContact } from '../vault-fixtures.ts';

/** Paths of ids in the input of an endpoint: `params.id`, `body.metadata.trusted_contact_id`. */
function idsInInput({ params, query, body }: Endpoint): string[] {
  return Object.entries({ params, query, body }).flatMap(([part, shape]) =>
    shape instanceof z.ZodType
      ? idsIn(z.toJSONSchema(shape, { unrepresentable: 'any' }), part)
      : [],
  );
}

/** Keywords of JSON Schema between a field and its type. */
const schemaKeywords = new Set(['properties', 'items', 'anyOf', 'allOf', 'oneOf']);

function idsIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('format' in schema && schema.format === 'uuid') return [path];
  return Object.entries(schema).flatMap(([key, inner]) => {
    const isField = !schemaKeywords.has(key) && !/^\d+$/.test(key);
    return idsIn(inner, isField ? `${path}.${key}` : path);
  });
}

const allEndpoints: Endpoint[] = Object.values(endpoints);
const endpointById = (id: string) => {
  const endpoint = allEndpoints.find((one) => one.id === id);
  if (!endpoint) throw new Error(`There is no endpoint ${id}.`);
  return endpoint;
};
const endpointCases = allEndpoints.flatMap((endpoint) => {
  const entry = endpointsWithIds[endpoint.id];
  return entry ? [{ id: endpoint.id, endpoint, ...entry }] : [];
});

let imapProduct: ProductWithImap;
let product: TestProduct;
let owner: Person;
const device = createSoftwareAuthenticator();
let ownedIds: OwnedIds;
beforeAll(async () => {
  imapProduct = await startWithImapServer();
  product = imapProduct.product;
  owner = await signedInPerson(product);
  ownedIds = {
    ...(await createOwnedIds(product, owner, device)),
    mailboxMessage: await deliverMail(),
  };
});
afterAll(() => imapProduct.stop());

/** Delivers a mail to the owner's connected mailbox; returns its id. */
async function deliverMail(): Promise<string> {
  const asFile = 'Content-Disposition: attachment; filename=a.txt\n';
  imapProduct.standIn.deliver('INBOX', plainMail('Письмо', 'text', asFile));
  await connectAndSync(imapProduct.standIn, owner);
  const { messages } = await owner.browser.listMailboxMessages({ query: { folder: 'inbox' } });
  return messages[0]?.id ?? '';
}

async function answerTo(browser: Browser, endpoint: Endpoint, input: AnyInput) {
  const { path, ...init } = requestOf(endpoint, input);
  const response = await browser.send(path, init as RequestInit);
  const { error } = (await response.json()) as { error?: object };
  return { status: response.status, error };
}

const ownerData = async () => ({
  instructions: await owner.browser.listInstructions(),
  contacts: await owner.browser.listContacts(),
  storage: await owner.browser.getStorage(),
  factors: await owner.browser.getFactors(),
  sessions: (await owner.browser.listSessions()).sessions.length,
  plan: await owner.browser.getPlan(),
  payments: await owner.browser.listPayments(),
});

/** Callers related to the owner who must not access the owner's resources. */
const callers = {
  'another owner': () => signedInPerson(product),
  'a contact who has not confirmed': async () => {
    const person = await signedInPerson(product);
    await addContact(owner, person.email);
    return person;
  },
  'a confirmed contact': async () => {
    const person = await signedInPerson(product);
    const { id } = await addContact(owner, person.email);
    await product.database.rows(
      sql`update trusted_contacts set status = 'confirmed' where id = ${id}`,
    );
    return person;
  },
};

describe.each(Object.entries(callers))('%s', (_, createCaller) => {
  let browser: Browser;
  let before: Awaited<ReturnType<typeof ownerData>>;
  beforeAll(async () => {
    // Starts a new minute, because all these calls would exceed the rate limit.
    product.clock.advance(60_000);
    browser = (await createCaller()).browser;
    before = await ownerData();
  });
  afterAll(async () => {
    const { contacts } = await owner.browser.listContacts();
    for (const { id } of contacts.filter((contact) => contact.id !== ownedIds.contact)) {
      await owner.browser.deleteContact({ params: { id }, query: {} });
    }
  });

  it.each(endpointCases)(
    '$id answers an owner’s id like an unknown one',
    async ({ endpoint, kind, input, status = 404 }) => {
      const foreign = await answerTo(browser, endpoint, input(ownedIds[kind]));
      const missing = await answerTo(browser, endpoint, input(randomUUID()));
      expect(foreign).toEqual(missing);
      expect(foreign.status).toBe(status);
    },
  );

  it('has changed nothing by these calls', async () => {
    expect(await ownerData()).toEqual(before);
  });
});

describe('the table of endpoints that take ids', () => {
  it('is complete', () => {
    const ownerEndpoints = allEndpoints.filter(({ callers: who }) => who === 'owner');
    const fields = ownerEndpoints.flatMap((endpoint) =>
      idsInInput(endpoint).map((field) => ({ endpoint: endpoint.id, field })),
    );
    expect(fields.length).toBeGreaterThan(20);
    const uncovered = fields.filter(({ endpoint, field }) => {
      const isFirst = idsInInput(endpointById(endpoint))[0] === field;
      return !(isFirst && endpointsWithIds[endpoint]) && !furtherIds[endpoint]?.includes(field);
    });
    expect(uncovered).toEqual([]);
    const inPaths = ownerEndpoints.filter(({ path }) => path.includes('{')).map(({ id }) => id);
    expect(inPaths.filter((id) => !endpointsWithIds[id])).toEqual([]);
  });

  it('contains input that succeeds for the owner', async () => {
    // Feature tests cover deletions and acts of other actors.
    const harmlessCases = endpointCases.filter(
      ({ id }) =>
        !/^(delete|remove|end|disown|create-activation|file|pay-for|ask-for|answer|withdraw|decide-on)-/.test(
          id,
        ),
    );
    // A new address, because the owner's is near its rate limit.
    const browser = product.browser();
    await signInWithPasskey(browser, device);
    for (const { endpoint, kind, input } of harmlessCases) {
      const { path, ...init } = requestOf(endpoint, input(ownedIds[kind]));
      const { status } = await browser.send(path, init as RequestInit);
      // 409 and 422 refuse other input, such as a wrong code: the id itself was accepted.
      expect([200, 409, 422], endpoint.id).toContain(status);
    }
  });
});
