import { describe, expect, it } from 'vitest';
import { Failure } from '../failure.ts';
import { mailedLink } from './mailed-link.ts';

interface Row {
  digest: string;
  expires_at: Date | null;
  is_used: boolean;
}

const noon = new Date('2026-11-15T12:00:00Z');
const soon = new Date(noon.getTime() + 1);

/** Links in memory. Records the calls in `steps`; `whileWaiting` runs before the lock is held. */
function links(rows: Partial<Row>[] = [{}], { isUsedOnce = false, whileWaiting = () => {} } = {}) {
  const steps: string[] = [];
  const usable: Row = { digest: 'digest of token', expires_at: soon, is_used: false };
  const stored = rows.map((row) => ({ ...usable, ...row }));
  const ctx = {
    database: {
      transaction: async <Result>(work: () => Promise<Result>) => {
        steps.push('begin');
        const result = await work();
        steps.push('commit');
        return result;
      },
    },
    clock: { now: () => noon },
    linkTokens: { digestOf: (token: string) => `digest of ${token}` },
    stored,
  };
  const link = mailedLink<typeof ctx, Row>({
    find: async ({ stored }, digest) => {
      steps.push('find');
      return stored.find((row) => row.digest === digest && !row.is_used);
    },
    expiresAt: ({ expires_at }) => expires_at,
    lock: async () => {
      whileWaiting();
      steps.push('lock');
    },
    ...(isUsedOnce && {
      consume: async (_: unknown, row: Row) => {
        const isFirst = !row.is_used;
        row.is_used = true;
        return isFirst;
      },
    }),
  });
  return { ctx, link, steps, stored };
}

async function codeOf(call: Promise<unknown>): Promise<string | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof Failure) return error.code;
    throw error;
  }
}

describe('opening a link', () => {
  it('finds it by the digest of its token, without locking or consuming it', async () => {
    const { ctx, link, steps, stored } = links([{}], { isUsedOnce: true });
    expect(await link.open(ctx, 'token')).toBe(stored[0]);
    expect(await link.open(ctx, 'token')).toBe(stored[0]);
    expect(steps).toEqual(['find', 'find']);
  });

  it('refuses unknown tokens and expired links', async () => {
    const { ctx, link } = links([{ expires_at: noon }]);
    expect(await codeOf(link.open(ctx, 'other'))).toBe('link_invalid');
    expect(await codeOf(link.open(ctx, 'token'))).toBe('link_expired');
  });

  it('never expires a link without an end', async () => {
    const { ctx, link, stored } = links([{ expires_at: null }]);
    expect(await link.open(ctx, 'token')).toBe(stored[0]);
  });
});

describe('acting with a link', () => {
  it('decides in one transaction, on the row read under the lock', async () => {
    const fresh = { digest: 'digest of token', expires_at: null, is_used: false };
    const held = links([{}], { whileWaiting: () => held.stored.splice(0, 1, fresh) });
    const { ctx, link, steps } = held;
    expect(await link.act(ctx, 'token', async (found) => found)).toBe(fresh);
    expect(steps).toEqual(['begin', 'find', 'lock', 'find', 'commit']);
  });

  it('does not decide if the link is invalid or was deleted meanwhile', async () => {
    const held = links([{}], { whileWaiting: () => held.stored.splice(0, 1) });
    const { ctx, link, steps } = held;
    const decide = async () => steps.push('decide');
    expect(await codeOf(link.act(ctx, 'token', decide))).toBe('link_invalid');
    expect(await codeOf(link.act(ctx, 'other', decide))).toBe('link_invalid');
    expect(steps).not.toContain('decide');
    expect(steps).not.toContain('commit');
  });

  it('allows only one of several concurrent attempts to use a single-use link', async () => {
    const { ctx, link, steps } = links([{}], { isUsedOnce: true });
    const use = () => codeOf(link.act(ctx, 'token', async () => steps.push('decide')));
    expect((await Promise.all([use(), use(), use()])).toSorted()).toEqual([
      'link_invalid',
      'link_invalid',
      undefined,
    ]);
    expect(steps.filter((step) => step === 'decide')).toHaveLength(1);
    expect(await codeOf(link.open(ctx, 'token'))).toBe('link_invalid');
  });
});
