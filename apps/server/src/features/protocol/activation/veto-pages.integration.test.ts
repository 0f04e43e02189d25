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

const linkStates = {
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

const protocolStates = {
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
    // The owner's session has expired meanwhile.
    await pair.owner.browser.signIn({ body: pair.owner });
  },
};

const certify = (ownerId: string) =>
  product.database.rows(sql`
    update activation_requests set approval_basis = 'death_certificate'
    where deceased_user_id = ${ownerId} and status = 'waiting'`);

type Page = 'question' | 'sign in' | 'released' | 'vetoed' | 'nothing';

/**
 * Expected page by the state of the link's own activation and the state of the owner's protocol.
 */
const pages: [keyof typeof linkStates, keyof typeof protocolStates, Page][] = [
  ['still running', 'nothing runs', 'question'],
  ['still running', 'letters were released', 'released'],
  ['cancelled', 'nothing runs', 'nothing'],
  ['cancelled', 'another runs', 'question'],
  ['cancelled', 'another runs by a death certificate', 'sign in'],
  ['cancelled', 'letters were released', 'released'],
  ['vetoed', 'nothing runs', 'vetoed'],
  ['vetoed', 'another runs', 'question'],
  ['vetoed', 'another runs by a death certificate', 'sign in'],
  ['vetoed', 'letters were released', 'released'],
  ['vetoed by this very link', 'nothing runs', 'vetoed'],
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
  return view.is_vetoed ? 'vetoed' : 'nothing';
}

const veto = (body: VetoInput) => product.browser().vetoProtocol({ body });
const statusesOf = ({ owner }: Pair) => activationsOf(product.database, owner);

describe('a mailed link shows the current state, and vetoes open activations', () => {
  it.each(pages)('own %s, %s: %s', async (ownState, presentState, page) => {
    const pair = await waitingPair();
    const token = () => firstTokenOf(pair.owner.userId);
    await linkStates[ownState](pair, token);
    await protocolStates[presentState](pair);
    const body = { token: await token() };
    expect(await pageOf(body)).toBe(page);
    const before = await statusesOf(pair);
    switch (page) {
      case 'question':
        expect(await veto(body)).toMatchObject({ attempts: [], is_vetoed: true });
        expect(await statusesOf(pair)).not.toContain('waiting');
        expect(await statusesOf(pair)).toContain('vetoed');
        expect(await pageOf(body)).toBe('vetoed');
        return;
      case 'sign in':
        expect(await errorCodeOf(veto(body))).toBe('sign_in_to_veto');
        break;
      case 'vetoed':
        expect(await veto(body)).toMatchObject({ attempts: [], is_vetoed: true });
        break;
      case 'released':
      case 'nothing':
        // After an earlier veto the call shows it again instead of failing.
        if (!before.includes('vetoed'))
          expect(await errorCodeOf(veto(body))).toBe('nothing_to_veto');
    }
    expect(await statusesOf(pair)).toEqual(before);
  });
});

describe('the paper code', () => {
  it('vetoes an activation approved by a death certificate, and ends the approval', async () => {
    const pair = await waitingPair();
    const { code } = await pair.owner.browser.createPaperCode();
    await payFor(pair.owner, pair.first);
    await certify(pair.owner.userId);
    await product.database.rows(sql`
      insert into contact_vetoes (contact_id, approved_at, approved_basis)
      values (${pair.second.contactId}, now(), 'death_certificate')`);
    expect(await pageOf({ code })).toBe('question');
    await veto({ code });
    expect(await statusesOf(pair)).toEqual(['vetoed']);
    const [contactVeto] = await product.database.rows<{ approved_at: Date | null }>(sql`
      select approved_at from contact_vetoes where contact_id = ${pair.second.contactId}`);
    expect(contactVeto?.approved_at).toBeNull();
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
    expect(await veto(body)).toMatchObject({ is_vetoed: true });
    expect(await veto(body)).toMatchObject({ is_vetoed: true });
    expect(await statusesOf(pair)).toEqual(['vetoed']);
  });

  it('neither shows nor vetoes a later activation', async () => {
    const pair = await waitingPair();
    await payFor(pair.owner, pair.first, 'canceled');
    const body = { token: await firstTokenOf(pair.owner.userId) };
    await changeEmail(pair.owner.userId);
    await payFor(pair.owner, pair.second);
    expect(await errorCodeOf(pageOf(body))).toBe('link_invalid');
    expect(await errorCodeOf(veto(body))).toBe('link_invalid');
    expect(await statusesOf(pair)).toEqual(['payment_canceled', 'waiting']);
  });

  it('vetoes only its own of two pending activations', async () => {
    const pair = await waitingPair();
    const { owner, first, second } = pair;
    const startBy = async (contact: typeof first) => {
      await contact.browser.startActivation({ body: activationOf(owner, contact) });
    };
    await startBy(first);
    const body = { token: await firstTokenOf(owner.userId) };
    await changeEmail(owner.userId);
    await startBy(second);
    expect((await product.browser().describeVeto({ body })).attempts).toHaveLength(1);
    await veto(body);
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
    const current = product.ctx.linkTokens.tokenOf(latest?.id ?? '');
    expect(current).not.toBe(former);
    await veto({ token: current });
    expect(await statusesOf(pair)).toEqual(['vetoed']);
  });
});
