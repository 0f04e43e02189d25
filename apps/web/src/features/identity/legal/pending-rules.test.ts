import type { DocumentView } from '@zavet/contract/identity/legal-endpoints';
import { describe, expect, it } from 'vitest';
import { acceptanceOf, pendingEditionsOf, pendingKeyOf } from './pending-rules.ts';

function view(document: DocumentView['document'], edition: string, isAccepted = false) {
  const accepted_at = isAccepted ? '2026-11-20T10:00:00Z' : null;
  return { document, edition, applies_from: edition, accepted_at };
}

describe('documents to accept', () => {
  it('are none if everything is accepted', () => {
    expect(
      pendingEditionsOf({ in_force: [view('terms_of_use', '2026-11-15', true)], coming: [] }),
    ).toBe(undefined);
  });

  it('are those in force before the announced ones', () => {
    const inForce = view('public_offer', '2026-11-15');
    const pending = pendingEditionsOf({
      in_force: [view('terms_of_use', '2026-11-15', true), inForce],
      coming: [view('terms_of_use', '2027-02-01')],
    });
    expect(pending).toEqual({ status: 'in_force', documents: [inForce] });
  });

  it('are the next announced edition of each document', () => {
    const pending = pendingEditionsOf({
      in_force: [view('terms_of_use', '2026-11-15', true)],
      coming: [
        view('terms_of_use', '2027-03-01'),
        view('public_offer', '2027-02-01', true),
        view('terms_of_use', '2027-02-01'),
      ],
    });
    expect(pending?.status).toBe('coming');
    expect(pending && acceptanceOf(pending)).toEqual({ terms_of_use: '2027-02-01' });
  });

  it('may be several documents', () => {
    const coming = [view('terms_of_use', '2027-02-01'), view('public_offer', '2027-02-01')];
    expect(pendingEditionsOf({ in_force: [], coming })).toEqual({
      status: 'coming',
      documents: coming,
    });
  });
});

it('another edition of the same document has another key', () => {
  const keys = ['2027-02-01', '2027-03-01'].map((edition) =>
    pendingKeyOf({ status: 'coming', documents: [view('terms_of_use', edition)] }),
  );
  expect(new Set(keys).size).toBe(2);
});
