import { z } from 'zod';
import { timestamp } from '../account/fields.ts';
import { defineEndpoint } from '../endpoint.ts';

/** Days that have not come yet, for trying what they bring: renewals, warnings, ends. */
export const timeTravelEndpoints = {
  passDays: defineEndpoint({
    id: 'pass-days',
    summary:
      'Let days pass on this server, one after another, with everything that comes with them.',
    method: 'POST',
    path: '/dev/days',
    callers: 'developer',
    body: z.object({
      days: z.int('invalid').min(1, 'invalid').max(1200, 'invalid'),
      /** As if the server had been off: only the last of them brings something. */
      at_once: z.boolean('invalid').optional(),
    }),
    output: z.object({ now: timestamp }),
    errors: [],
  }),
} as const;
