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
  it('are accepted if they match the endpoints one to one', () => {
    const check = () => assertRoutesCoverContract({ one, two }, [routeTo(two), routeTo(one)]);
    expect(check).not.toThrow();
  });

  it('are refused if an endpoint has none or several', () => {
    expect(() => assertRoutesCoverContract({ one, two }, [routeTo(one)])).toThrow(
      'two has no route',
    );
    expect(() => assertRoutesCoverContract({ one }, [routeTo(one), routeTo(one)])).toThrow(
      'one has 2 routes',
    );
  });

  it('are refused if one is not in the contract', () => {
    expect(() => assertRoutesCoverContract({ one }, [routeTo(one), routeTo(two)])).toThrow(
      'two is routed but not in the contract',
    );
  });

  it('are refused if endpoints share an id or a path', () => {
    const sameId = endpoint('one', '/other');
    expect(() =>
      assertRoutesCoverContract({ one, sameId }, [routeTo(one), routeTo(sameId)]),
    ).toThrow('one is used twice');
    const samePath = endpoint('three', '/two/{name}');
    expect(() =>
      assertRoutesCoverContract({ two, samePath }, [routeTo(two), routeTo(samePath)]),
    ).toThrow('GET /two/{} is used twice');
  });

  it('are refused for an account limit without a session', () => {
    const limited = endpoint('limited', '/limited', {
      limits: [{ per: 'account', max: 1, seconds: 1 }],
    });
    expect(() => assertRoutesCoverContract({ limited }, [routeTo(limited)])).toThrow(
      'limited is limited per account',
    );
  });

  it('are refused for a proof without a session or with an unknown exception', () => {
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

  it('can cover the product’s contract', () => {
    const routes = Object.values(contractEndpoints).map((each) => ({
      endpoint: each,
      handle: () => undefined,
    }));
    expect(() => assertRoutesCoverContract(contractEndpoints, routes)).not.toThrow();
  });
});
