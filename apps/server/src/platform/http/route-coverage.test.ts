import { defineEndpoint } from '@zavet/contract/endpoint';
import { endpoints as contractEndpoints } from '@zavet/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { route } from './route.ts';
import { assertRoutesCoverContract } from './route-coverage.ts';

const endpoint = (id: string, path: `/${string}`, rest: object = {}) =>
  defineEndpoint({
    id,
    summary: '',
    route: `GET ${path}`,
    callers: 'anyone',
    ...rest,
  });

const one = endpoint('one', '/one');
const two = endpoint('two', '/two/{id}');
const routeTo = (target: typeof one) => route(target, () => ({}));

describe('the routes of a server', () => {
  it('are accepted when they correspond to the endpoints one to one', () => {
    const check = () => assertRoutesCoverContract({ one, two }, [routeTo(two), routeTo(one)]);
    expect(check).not.toThrow();
  });

  it('are refused when an endpoint has none, or more than one', () => {
    expect(() => assertRoutesCoverContract({ one, two }, [routeTo(one)])).toThrow(
      'two has no route',
    );
    expect(() => assertRoutesCoverContract({ one }, [routeTo(one), routeTo(one)])).toThrow(
      'one has 2 routes',
    );
  });

  it('are refused when one of them is not in the contract', () => {
    expect(() => assertRoutesCoverContract({ one }, [routeTo(one), routeTo(two)])).toThrow(
      'two is routed but not in the contract',
    );
  });

  it('are refused when two endpoints share an id or a path', () => {
    const sameId = endpoint('one', '/other');
    expect(() =>
      assertRoutesCoverContract({ one, sameId }, [routeTo(one), routeTo(sameId)]),
    ).toThrow('one is used twice');
    const samePath = endpoint('three', '/two/{name}');
    expect(() =>
      assertRoutesCoverContract({ two, samePath }, [routeTo(two), routeTo(samePath)]),
    ).toThrow('GET /two/{} is used twice');
  });

  it('are refused when a limit per account stands where nobody is signed in', () => {
    const limited = endpoint('limited', '/limited', {
      limits: [{ per: 'account', max: 1, seconds: 1 }],
    });
    expect(() => assertRoutesCoverContract({ limited }, [routeTo(limited)])).toThrow(
      'limited is limited per account',
    );
  });

  it('are refused when a proof is asked of strangers, or spared by a field that is not there', () => {
    const strange = endpoint('strange', '/strange', { proof: 'fresh' });
    expect(() => assertRoutesCoverContract({ strange }, [routeTo(strange)])).toThrow(
      'strange requires a proof that is impossible',
    );
    const spared = endpoint('spared', '/spared', {
      callers: 'owner',
      proof: 'fresh',
      proofUnless: { agrees: false },
    });
    expect(() => assertRoutesCoverContract({ spared }, [routeTo(spared)])).toThrow(
      'spared requires a proof that is impossible',
    );
  });

  it('can be complete for the product’s contract', () => {
    const routes = Object.values(contractEndpoints).map((each) => ({
      endpoint: each,
      handle: () => undefined,
    }));
    expect(() => assertRoutesCoverContract(contractEndpoints, routes)).not.toThrow();
  });
});
