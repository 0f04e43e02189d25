import { expect, it } from 'vitest';
import type { ClaimedEnvelope } from './claim-repository.ts';
import { prefetchEnvelopes } from './send-letters.ts';

const deliveries = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({ id: `${from + place}` }) as ClaimedEnvelope);

async function takeAll(feed: { next(): Promise<ClaimedEnvelope | undefined> }) {
  const taken: string[] = [];
  for (let next = await feed.next(); next; next = await feed.next()) taken.push(next.id);
  return taken;
}

it('gives every delivery to one lane, and ends when nothing more is due', async () => {
  const claims = [deliveries(400), deliveries(30, 400), deliveries(1, 430)];
  const feed = prefetchEnvelopes(async () => claims.shift() ?? []);
  const taken = await Promise.all(Array.from({ length: 12 }, () => takeAll(feed)));
  expect(taken.flat().sort((one, other) => Number(one) - Number(other))).toEqual(
    deliveries(431).map(({ id }) => id),
  );
  expect(await feed.next()).toBeUndefined();
});

it('lets lanes go on while it claims more, and claims once at a time', async () => {
  const second = Promise.withResolvers<ClaimedEnvelope[]>();
  let claims = 0;
  const feed = prefetchEnvelopes(() => {
    claims += 1;
    return claims === 1 ? Promise.resolve(deliveries(400)) : second.promise;
  });
  for (let taken = 0; taken < 400; taken++) expect((await feed.next())?.id).toBe(`${taken}`);
  expect(claims).toBe(2);
  const waiting = feed.next();
  second.resolve(deliveries(1, 400));
  expect((await waiting)?.id).toBe('400');
});

it('tells of a failed claim when nothing is left, and gives out what it has before', async () => {
  let claims = 0;
  const feed = prefetchEnvelopes(async () => {
    claims += 1;
    if (claims > 1) throw new Error('no database');
    return deliveries(2);
  });
  expect((await feed.next())?.id).toBe('0');
  expect((await feed.next())?.id).toBe('1');
  await expect(feed.next()).rejects.toThrow('no database');
});
