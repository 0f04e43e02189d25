import { z } from 'zod';
import { defineEndpoint } from '../endpoint.ts';

export const storageView = z.object({
  plan: z.string(),
  used_mb: z.number(),
  limit_mb: z.number(),
  remaining_mb: z.number(),
  percent_used: z.number(),
});
export type StorageView = z.output<typeof storageView>;

export const storageEndpoints = {
  getStorage: defineEndpoint({
    id: 'get-storage-usage',
    summary: 'How much of the own storage is used.',
    method: 'GET',
    path: '/storage',
    callers: 'owner',
    output: storageView,
    errors: [],
  }),
  checkStorageLimit: defineEndpoint({
    id: 'check_storage_limit',
    summary: 'Whether files of this size would still fit, all together.',
    method: 'POST',
    path: '/storage/check',
    callers: 'owner',
    body: z.object({
      /** Must be the caller. */
      p_user_id: z.string('required').max(60, 'invalid'),
      p_new_size_mb: z.number('invalid').nonnegative('invalid').max(1_000_000, 'invalid'),
    }),
    output: z.boolean(),
    errors: ['not_found'],
  }),
} as const;
