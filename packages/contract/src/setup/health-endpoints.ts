import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

/** Why a process takes no work: words of the program, nothing about machines or versions. */
export const notReadyReasons = [
  'stopping',
  'starting',
  'database',
  'migrations',
  'key',
  'object_store',
  'queue',
] as const;
export type NotReadyReason = (typeof notReadyReasons)[number];

export const healthEndpoints = {
  getLive: defineEndpoint({
    id: 'live',
    summary: 'The process answers. Touches nothing else, and is not limited.',
    method: 'GET',
    path: '/live',
    callers: 'anyone',
    output: z.object({ status: z.literal('live') }),
    errors: [],
  }),
  getReady: defineEndpoint({
    id: 'ready',
    summary:
      'Whether work can be done here. Otherwise 503 with reasons: stopping, starting, database, migrations, key, object_store, queue.',
    method: 'GET',
    path: '/ready',
    callers: 'anyone',
    output: z.object({ status: z.literal('ready') }),
    errors: ['not_ready'],
  }),
  getServing: defineEndpoint({
    id: 'serving',
    summary:
      'Whether this one of several servers takes requests: 503 with stopping, starting or key. What all of them share is not asked.',
    method: 'GET',
    path: '/serving',
    callers: 'anyone',
    output: z.object({ status: z.literal('serving') }),
    errors: ['not_ready'],
  }),
} as const;
