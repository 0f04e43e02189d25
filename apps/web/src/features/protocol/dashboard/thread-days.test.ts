import { waitingChoices } from '@zavet/contract/protocol/release-rules';
import { expect, it } from 'vitest';
import { shownDays } from './thread-days.ts';

it('names each day of a short waiting time, and the middle of a long one', () => {
  expect(waitingChoices.map((hours) => shownDays(hours).join())).toEqual([
    '0',
    '0,1',
    '0,1,2,3',
    '0,4,7',
    '0,7,14',
    '0,15,30',
  ]);
});
