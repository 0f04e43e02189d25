import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong, runs } from '../../../test/long-proofs.ts';
import { type Act, allActs } from '../../../test/release-model/acts.ts';
import { explore } from '../../../test/release-model/explore.ts';
import { isStuck, violationsOf } from '../../../test/release-model/invariants.ts';
import { firstState, invited, type ModelState } from '../../../test/release-model/state.ts';

/** Acts that concern a single contact, which the first model covers. */
const singleContactActs =
  /PIN|account|signs|the link|address|writes|too late|declines|pinLock|types|invites/;
/** Choices of no waiting period, which the first model covers. */
const immediateReleaseActs = /chooses 0/;

/** Acts of invitations, which the first model covers and which do not depend on reviews. */
const invitationActs = /the link|address|declines|types|invites|account|signs/;
/** Approvals and interruptions, which the first two models and the random walks cover. */
const requestActs = /command|operator (approves|certifies|rejects)|files|interruption/;

/** Choices that require agreement, which the model with two contacts covers. */
const secondContactActs = /chooses \d+ true/;

const agreed = { ...invited, status: 'confirmed', hasAccount: true, isLinkValid: false } as const;

function exploreAll(first: ModelState, acts: readonly Act[]) {
  const found: { violation: string; from: ModelState }[] = [];
  const { states, pathTo } = explore(first, acts, (one) => {
    for (const violation of violationsOf(one)) found.push({ violation, from: one.from });
  });
  const wrong = found.map(({ violation, from }) => `${violation} after ${pathTo(from).join(', ')}`);
  const stuck = states.filter(isStuck).map((state) => pathTo(state).join(', '));
  return { states: states.length, wrong: wrong.slice(0, 3), stuck: stuck.slice(0, 3) };
}

describe('in every reachable state', () => {
  it('with one contact, letters are never released early or after a veto, and can always be released', () => {
    const acts = allActs(1).filter(({ name }) => isLong || !secondContactActs.test(name));
    const { states, ...found } = exploreAll(firstState(1), acts);
    expect(found).toEqual({ wrong: [], stuck: [] });
    expect(states).toBeGreaterThan(20_000);
  });

  it('the same applies where operators approve every start', () => {
    const acts = allActs(1).filter(({ name }) => !invitationActs.test(name));
    const { states, ...found } = exploreAll(firstState(1, agreed, 'verified'), acts);
    expect(found).toEqual({ wrong: [], stuck: [] });
    expect(states).toBeGreaterThan(4_000);
  });

  it('the same applies with two contacts who must agree or continue alone', () => {
    const acts = allActs(2).filter(
      ({ name }) =>
        !singleContactActs.test(name) &&
        !immediateReleaseActs.test(name) &&
        !requestActs.test(name),
    );
    const { states, ...found } = exploreAll(firstState(2, agreed), acts);
    expect(found).toEqual({ wrong: [], stuck: [] });
    expect(states).toBeGreaterThan(40_000);
  });

  it('the same applies to random walks of three contacts', () => {
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
          const step = possible[choice % possible.length];
          if (!step) return;
          expect(violationsOf(step)).toEqual([]);
          state = step.to;
          expect(isStuck(state)).toBe(false);
        }
      }),
      { numRuns: runs(150, 5_000) },
    );
  });
});
