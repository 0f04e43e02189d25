import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, runs } from '../../../test/long-proofs.ts';
import { type Act, allActs } from '../../../test/release-model/acts.ts';
import { explore } from '../../../test/release-model/explore.ts';
import { isStuck, wrongWith } from '../../../test/release-model/invariants.ts';
import { firstState, invited, type ModelState } from '../../../test/release-model/state.ts';

/** PINs, accounts, links and letters concern one contact at a time; the first model has them all. */
const aboutOne =
  /PIN|account|signs|the link|address|writes|too late|declines|pinLock|types|invites/;
/** Whether letters wait at all is in the first model as well. */
const asyncCommit = /chooses 0/;

/** Who may be asked, and how they answer, is in the first model, and has nothing to do with a review. */
const aboutInvitations = /the link|address|declines|types|invites|account|signs/;
/** Approvals and interruptions are in the first two models, and in the walks of three contacts. */
const aboutRequests = /command|operator (approves|certifies|rejects)|files|interruption/;

/** A second contact matters where there is one: in the second model, also after one was removed. */
const aboutSecond = /chooses \d+ true/;

const agreed = { ...invited, status: 'confirmed', hasAccount: true, isLinkLive: false } as const;

function examine(first: ModelState, acts: readonly Act[]) {
  const found: { what: string; from: ModelState }[] = [];
  const { states, pathTo } = explore(first, acts, (one) => {
    for (const what of wrongWith(one)) found.push({ what, from: one.from });
  });
  const wrong = found.map(({ what, from }) => `${what} after ${pathTo(from).join(', ')}`);
  const stuck = states.filter(isStuck).map((state) => pathTo(state).join(', '));
  return { states: states.length, wrong: wrong.slice(0, 3), stuck: stuck.slice(0, 3) };
}

describe('in every state that acts of owner, contacts, operator and time lead to', () => {
  it('letters of an owner with one contact leave neither early nor after a stop, and can always leave', () => {
    const acts = allActs(1).filter(({ name }) => isLong || !aboutSecond.test(name));
    const { states, ...found } = examine(firstState(1), acts);
    expect(found).toEqual({ wrong: [], stuck: [] });
    expect(states).toBeGreaterThan(20_000);
  });

  it('the same holds where operators look at documents before every start', () => {
    const acts = allActs(1).filter(({ name }) => !aboutInvitations.test(name));
    const { states, ...found } = examine(firstState(1, agreed, 'verified'), acts);
    expect(found).toEqual({ wrong: [], stuck: [] });
    expect(states).toBeGreaterThan(4_000);
  });

  it('the same holds with two contacts, who have to agree or go on alone', () => {
    const acts = allActs(2).filter(
      ({ name }) => !aboutOne.test(name) && !asyncCommit.test(name) && !aboutRequests.test(name),
    );
    const { states, ...found } = examine(firstState(2, agreed), acts);
    expect(found).toEqual({ wrong: [], stuck: [] });
    expect(states).toBeGreaterThan(40_000);
  });

  it('the same holds wherever three contacts get by doing anything in any order', () => {
    const acts = allActs(3);
    const mode = fc.constantFrom('direct' as const, 'verified' as const);
    const walk = fc.array(fc.nat(), { minLength: 20, maxLength: 60 });
    fc.assert(
      fc.property(mode, walk, (which, choices) => {
        let state = firstState(3, invited, which);
        for (const choice of choices) {
          const possible = acts.flatMap(({ name, do: act }) => {
            const to = act(state);
            return to && to !== state ? { act: name, from: state, to } : [];
          });
          const taken = possible[choice % possible.length];
          if (!taken) return;
          expect(wrongWith(taken)).toEqual([]);
          state = taken.to;
          expect(isStuck(state)).toBe(false);
        }
      }),
      { numRuns: runs(150, 5_000) },
    );
  });
});
