import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { onlyContact } from '../../../../test/activations.ts';
import type { ReleasedProtocol } from '../../../../test/letters.ts';
import { deliveriesOf, deliveryEventsOf, family, payFor } from '../../../../test/protocol.ts';
import { samples } from '../../../../test/sample-files.ts';
import { startTestProduct, type TestProduct } from '../../../../test/test-product.ts';
import { attach, writeInstruction } from '../../../../test/vault-fixtures.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Cookies, Owner } from '../../../platform/http/route.ts';
import { downloadArchive } from '../letter-archive/download-archive.ts';
import { recordOpening } from '../letters/delivery-repository.ts';
import { findLinkWithRecipient } from '../letters/envelope-repository.ts';
import { readLetter } from '../recipient-page/read-letter.ts';
import { closeLink, openLetterAsContact } from '../recipient-page/recipient-session.ts';
import { closeLetters, rearmProtocol, recallLetters } from './rearming.ts';

const caller = { address: '127.0.0.1', user_agent: null, request_id: 'race' };

/** Jobs do not run: the tests read the state of letters from the database. */
let product: TestProduct;
beforeAll(async () => {
  product = await startTestProduct({}, { runsJobs: false });
});
afterAll(() => product.stop());

interface StartedProtocol extends Pick<ReleasedProtocol, 'owner' | 'activationId'> {
  session: Owner;
  /** Ids of the letters, sorted; all letters are in one mail to `reader`. */
  letterIds: string[];
  reader: Pick<Owner, 'user_id'>;
}

async function startProtocol(letters: number): Promise<StartedProtocol> {
  const { owner, contacts } = await family(product);
  const contact = onlyContact(contacts);
  for (let count = 1; count < letters; count++) {
    await writeInstruction(owner, { trusted_contact_ids: [contact.contactId] });
  }
  await payFor(owner, contact);
  const { database } = product;
  const rows = await database.rows<{ id: string; activation_id: string }>(sql`
    select id, activation_id from deliveries where user_id = ${owner.userId} order by id`);
  const [row] = await database.rows<{ id: string }>(
    sql`select id from sessions where user_id = ${owner.userId}`,
  );
  return {
    owner,
    activationId: rows[0]?.activation_id ?? '',
    session: { user_id: owner.userId, session_id: row?.id ?? '' },
    letterIds: rows.map(({ id }) => id),
    reader: { user_id: contact.userId },
  };
}

const noCookies = { get: () => undefined, set: () => {} } as unknown as Cookies;

/** Opens a letter as its recipient; false if it was recalled. */
async function open({ reader }: StartedProtocol, letterId = ''): Promise<boolean> {
  try {
    await openLetterAsContact(product.ctx, reader as Owner, letterId, noCookies);
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'letter_recalled') return false;
    throw error;
  }
}

async function statesOf({ owner }: StartedProtocol) {
  const rows = await deliveriesOf(product.database, owner);
  rows.sort((one, other) => (one.id < other.id ? -1 : 1));
  return Promise.all(
    rows.map(async ({ id, state }) => ({
      isClosed: state === 'closed',
      isOpened: (await deliveryEventsOf(product.database, id)).includes('opened'),
    })),
  );
}

const waitForBlockedTransaction = () =>
  vi.waitFor(
    async () => {
      const [row] = await product.database.rows<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      if (!row?.waiting) throw new Error('no transaction is blocked');
    },
    { timeout: 30_000, interval: 20 },
  );

/** Runs `work` in a transaction that stays open until `meanwhile` waits for it. */
async function runWhileOpen<T>(
  work: () => Promise<unknown>,
  meanwhile: () => Promise<T>,
): Promise<T> {
  const { promise: isDone, resolve: markDone } = Promise.withResolvers<void>();
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const holding = product.database.transaction(async () => {
    await work();
    markDone();
    await isReleased;
  });
  await isDone;
  const running = meanwhile();
  await waitForBlockedTransaction();
  release();
  await holding;
  return running;
}

describe('a letter that is concurrently opened and recalled', () => {
  it('is recalled if the recall came first: the reader waits, and reads nothing', async () => {
    const one = await startProtocol(1);
    const { ctx } = product;
    const isOpened = await runWhileOpen(
      () => recallLetters(ctx, one.activationId),
      () => open(one, one.letterIds[0]),
    );
    expect(isOpened).toBe(false);
    expect(await statesOf(one)).toEqual([{ isClosed: true, isOpened: false }]);
  });

  it('is read if the reader came first: the recall waits, and skips it', async () => {
    const one = await startProtocol(2);
    const [letter] = await deliveriesOf(product.database, one.owner);
    const { ctx } = product;
    const closed = await runWhileOpen(
      () => recordOpening(product.database, letter?.id ?? '', product.clock.now()),
      () => closeLetters(ctx, one.session, caller),
    );
    expect(closed).toBe(1);
    const rows = await statesOf(one);
    expect(rows.filter(({ isOpened }) => isOpened)).toEqual([{ isClosed: false, isOpened: true }]);
    expect(rows.filter(({ isClosed }) => isClosed)).toEqual([{ isClosed: true, isOpened: false }]);
  });

  it.each([
    ['recalled', closeLetters],
    ['ended by arming again', rearmProtocol],
  ] as const)('is either opened or recalled, among many that are %s', async (_, end) => {
    for (let round = 0; round < 2; round++) {
      const one = await startProtocol(6);
      const { ctx } = product;
      const opened = one.letterIds.map(async (letterId, place) => {
        // The delays spread the openings over the time before, during and after the recall.
        for (let turns = 0; turns < place; turns++) await product.database.ping();
        return open(one, letterId);
      });
      await end(ctx, one.session, caller);
      const answers = await Promise.all(opened);
      expect(await statesOf(one)).toEqual(
        answers.map((isOpened) => ({ isClosed: !isOpened, isOpened })),
      );
    }
  });
});

describe('a letter that is read while the owner arms again', () => {
  it('is not shown with later edits', async () => {
    const { owner, contacts, instruction } = await family(product);
    const contact = onlyContact(contacts);
    await attach(owner, instruction.id, 'a.png', samples.png);
    await payFor(owner, contact);
    const [letter] = await deliveriesOf(product.database, owner);
    const { ctx } = product;
    // The link as a reader's session loaded it before rearming.
    const link = await findLinkWithRecipient(product.database, { delivery_id: letter?.id ?? '' });
    if (!link) throw new Error('expected a link');
    const opened = { letter: link, link };
    await readLetter(ctx, opened);
    await owner.browser.rearmProtocol();
    expect(await errorCodeOf(readLetter(ctx, opened))).toBe('letter_recalled');
    expect(await errorCodeOf(downloadArchive(ctx, opened))).toBe('letter_recalled');
    expect(await errorCodeOf(closeLink(ctx, opened))).toBe('letter_recalled');
    expect(await deliveryEventsOf(product.database, link.id)).not.toContain('downloaded');
  });
});

const errorCodeOf = (use: Promise<unknown>) =>
  use.then(
    () => undefined,
    (error) => (error as Failure).code,
  );
