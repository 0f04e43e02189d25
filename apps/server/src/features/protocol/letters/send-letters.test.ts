import { expect, it } from 'vitest';
import type { ClaimedEnvelope } from './claim-repository.ts';
import { prefetchEnvelopes } from './send-letters.ts';

const envelopes = (count: number, from = 0) =>
  Array.from({ length: count }, (_, place) => ({ id: `${from + place}` }) as ClaimedEnvelope);

async function drain(next: () => Promise<ClaimedEnvelope | undefined>) {
  const taken: string[] = [];
  for (let one = await next(); one; one = await next()) taken.push(one.id);
  return taken;
}

it('hands every envelope to exactly one caller and ends when none is due', async () => {
  const claims = [envelopes(400), envelopes(30, 400), envelopes(1, 430)];
  const next = prefetchEnvelopes(async () => claims.shift() ?? []);
  const taken = await Promise.all(Array.from({ length: 12 }, () => drain(next)));
  expect(taken.flat().sort((one, other) => Number(one) - Number(other))).toEqual(
    envelopes(431).map(({ id }) => id),
  );
  expect(await next()).toBeUndefined();
});

it('hands out envelopes while it claims more, and runs one claim at a time', async () => {
  const second = Promise.withResolvers<ClaimedEnvelope[]>();
  let claims = 0;
  const next = prefetchEnvelopes(() => {
    claims += 1;
    return claims === 1 ? Promise.resolve(envelopes(400)) : second.promise;
  });
  for (let taken = 0; taken < 400; taken++) expect((await next())?.id).toBe(`${taken}`);
  expect(claims).toBe(2);
  const waiting = next();
  second.resolve(envelopes(1, 400));
  expect((await waiting)?.id).toBe('400');
});

it('reports a failed claim only after all claimed envelopes were handed out', async () => {
  let claims = 0;
  const next = prefetchEnvelopes(async () => {
    claims += 1;
    if (claims > 1) throw new Error('no database');
    return envelopes(2);
  });
  expect((await next())?.id).toBe('0');
  expect((await next())?.id).toBe('1');
  await expect(next()).rejects.toThrow('no database');
});
