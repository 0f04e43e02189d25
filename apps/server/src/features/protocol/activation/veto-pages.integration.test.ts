import type { VetoInput } from '@zavet/contract/protocol/veto-endpoints';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  errorCodeOf,
  ownerWithTwoContacts,
  processWaiting,
  setReleaseRules,
} from '../../../../test/activations.ts';
import { hour } from '../../../../test/durations.ts';
import { activationOf, activationsOf, payFor } from '../../../../test/protocol.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

type Pair = Awaited<ReturnType<typeof ownerWithTwoContacts>>;

const own = {
  'still running': async ({ owner, first }: Pair) => {
    await payFor(owner, first);
  },
  cancelled: async ({ owner, first }: Pair) => {
    await payFor(owner, first, 'canceled');
  },
  vetoed: async ({ owner, first }: Pair) => {
    await payFor(owner, first);
    await owner.browser.vetoOwnProtocol();
  },
  'vetoed by this very link': async ({ owner, first }: Pair, token: () => Promise<string>) => {
    await payFor(owner, first);
    await product.browser().vetoProtocol({ body: { token: await token() } });
  },
};

const present = {
  'nothing runs': async () => {},
  'another runs': async ({ owner, second }: Pair) => {
    await payFor(owner, second);
  },
  'another runs by a death certificate': async ({ owner, second }: Pair) => {
    await payFor(owner, second);
    await certify(owner.userId);
  },
  'letters were released': async (pair: Pair) => {
    const running = await activationsOf(product.database, pair.owner);
    if (!running.includes('waiting')) await payFor(pair.owner, pair.second);
    product.clock.advance(25 * hour);
    await processWaiting(product);
    // Sessions of the pair ended on the way.
    await pair.owner.browser.signIn({ body: pair.owner });
  },
};

const certify = (ownerId: string) =>
  product.database.rows(sql`
    update activation_requests set approval_basis = 'death_certificate'
    where deceased_user_id = ${ownerId} and status = 'waiting'`);

type Page = 'question' | 'sign in' | 'released' | 'stopped' | 'nothing';

/** By the state of the link's own activation and of the owner's protocol. */
const pages: [keyof typeof own, keyof typeof present, Page][] = [
  ['still running', 'nothing runs', 'question'],
  ['still running', 'letters were released', 'released'],
  ['cancelled', 'nothing runs', 'nothing'],
  ['cancelled', 'another runs', 'question'],
  ['cancelled', 'another runs by a death certificate', 'sign in'],
  ['cancelled', 'letters were released', 'released'],
  ['vetoed', 'nothing runs', 'stopped'],
  ['vetoed', 'another runs', 'question'],
  ['vetoed', 'another runs by a death certificate', 'sign in'],
  ['vetoed', 'letters were released', 'released'],
  ['vetoed by this very link', 'nothing runs', 'stopped'],
  ['vetoed by this very link', 'another runs', 'question'],
];

async function waitingPair(): Promise<Pair> {
  const pair = await ownerWithTwoContacts(product);
  await setReleaseRules(product, pair.owner, 24);
  return pair;
}

/** The secret of the link in the first mail to an address of the owner. */
async function firstTokenOf(ownerId: string, address = 'first'): Promise<string> {
  const [link] = await product.database.rows<{ id: string }>(sql`
    select link.id from veto_links link
    inner join activation_requests activation on activation.id = link.activation_id
    where activation.deceased_user_id = ${ownerId} and link.address = ${address}
    order by activation.created_at, link.created_at limit 1`);
  return product.ctx.linkTokens.tokenOf(link?.id ?? '');
}

async function pageOf(body: VetoInput): Promise<Page> {
  const view = await product.browser().describeVeto({ body });
  if (view.attempts.length > 0) return view.needs_sign_in ? 'sign in' : 'question';
  if (view.is_released) return 'released';
  return view.is_vetoed ? 'stopped' : 'nothing';
}

const press = (body: VetoInput) => product.browser().vetoProtocol({ body });
const statusesOf = ({ owner }: Pair) => activationsOf(product.database, owner);

describe('a mailed link shows the present state, and vetoes open activations', () => {
  it.each(pages)('own %s, %s: %s', async (ownState, presentState, page) => {
    const pair = await waitingPair();
    const token = () => firstTokenOf(pair.owner.userId);
    await own[ownState](pair, token);
    await present[presentState](pair);
    const body = { token: await token() };
    expect(await pageOf(body)).toBe(page);
    const before = await statusesOf(pair);
    switch (page) {
      case 'question':
        expect(await press(body)).toMatchObject({ attempts: [], is_vetoed: true });
        expect(await statusesOf(pair)).not.toContain('waiting');
        expect(await statusesOf(pair)).toContain('vetoed');
        expect(await pageOf(body)).toBe('stopped');
        return;
      case 'sign in':
        expect(await errorCodeOf(press(body))).toBe('sign_in_to_veto');
        break;
      case 'stopped':
        expect(await press(body)).toMatchObject({ attempts: [], is_vetoed: true });
        break;
      case 'released':
      case 'nothing':
        // An earlier veto is shown again, also after a release.
        if (!before.includes('vetoed'))
          expect(await errorCodeOf(press(body))).toBe('nothing_to_veto');
    }
    expect(await statusesOf(pair)).toEqual(before);
  });
});

describe('the code on paper', () => {
  it('vetoes an activation approved by a death certificate, and ends the approval', async () => {
    const pair = await waitingPair();
    const { code } = await pair.owner.browser.createPaperCode();
    await payFor(pair.owner, pair.first);
    await certify(pair.owner.userId);
    await product.database.rows(sql`
      insert into contact_vetoes (contact_id, approved_at, approved_basis)
      values (${pair.second.contactId}, now(), 'death_certificate')`);
    expect(await pageOf({ code })).toBe('question');
    await press({ code });
    expect(await statusesOf(pair)).toEqual(['vetoed']);
    const [standing] = await product.database.rows<{ approved_at: Date | null }>(sql`
      select approved_at from contact_vetoes where contact_id = ${pair.second.contactId}`);
    expect(standing?.approved_at).toBeNull();
  });
});

describe('a link to a mailbox that is no longer the owner’s', () => {
  const changeEmail = (ownerId: string) =>
    product.database.rows(sql`
      update users set email = 'moved-' || email where id = ${ownerId}`);

  it('still vetoes its own activation', async () => {
    const pair = await waitingPair();
    await payFor(pair.owner, pair.first);
    const body = { token: await firstTokenOf(pair.owner.userId) };
    await changeEmail(pair.owner.userId);
    expect(await pageOf(body)).toBe('question');
    expect(await press(body)).toMatchObject({ is_vetoed: true });
    expect(await press(body)).toMatchObject({ is_vetoed: true });
    expect(await statusesOf(pair)).toEqual(['vetoed']);
  });

  it('neither shows nor vetoes a later activation', async () => {
    const pair = await waitingPair();
    await payFor(pair.owner, pair.first, 'canceled');
    const body = { token: await firstTokenOf(pair.owner.userId) };
    await changeEmail(pair.owner.userId);
    await payFor(pair.owner, pair.second);
    expect(await errorCodeOf(pageOf(body))).toBe('link_invalid');
    expect(await errorCodeOf(press(body))).toBe('link_invalid');
    expect(await statusesOf(pair)).toEqual(['payment_canceled', 'waiting']);
  });

  it('vetoes only its own of two pending activations', async () => {
    const pair = await waitingPair();
    const { owner, first, second } = pair;
    const begin = async (contact: typeof first) => {
      await contact.browser.startActivation({ body: activationOf(owner, contact) });
    };
    await begin(first);
    const body = { token: await firstTokenOf(owner.userId) };
    await changeEmail(owner.userId);
    await begin(second);
    expect((await product.browser().describeVeto({ body })).attempts).toHaveLength(1);
    await press(body);
    expect(await statusesOf(pair)).toEqual(['vetoed', 'payment_pending']);
  });

  it('differs from the link to the new mailbox about the same activation', async () => {
    const pair = await waitingPair();
    await setReleaseRules(product, pair.owner, 72);
    await payFor(pair.owner, pair.first);
    const former = await firstTokenOf(pair.owner.userId);
    await changeEmail(pair.owner.userId);
    product.clock.advance(25 * hour);
    await processWaiting(product);
    const [latest] = await product.database.rows<{ id: string }>(sql`
      select link.id from veto_links link
      inner join activation_requests activation on activation.id = link.activation_id
      where activation.deceased_user_id = ${pair.owner.userId}
      order by link.created_at desc limit 1`);
    const present = product.ctx.linkTokens.tokenOf(latest?.id ?? '');
    expect(present).not.toBe(former);
    await press({ token: present });
    expect(await statusesOf(pair)).toEqual(['vetoed']);
  });
});
