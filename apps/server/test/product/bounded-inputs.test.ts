import type { Endpoint } from '@zavet/contract/endpoint';
import { endpoints } from '@zavet/contract/endpoints';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { unboundedIn } from '../unbounded-inputs.ts';

const table: Endpoint[] = Object.values(endpoints);

describe('what an endpoint takes', () => {
  it('has a bound on every text and every array', () => {
    const unbounded = table.flatMap((endpoint) =>
      (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
        const schema = endpoint[part];
        return schema && schema !== 'bytes' ? unboundedIn(schema, `${endpoint.id} ${part}`) : [];
      }),
    );
    expect(unbounded).toEqual([]);
  });

  it('would be found if it had none', () => {
    const schema = z.object({
      text: z.string(),
      list: z.array(z.string().max(5)),
      deep: z.object({ list: z.array(z.object({ text: z.string().min(2).optional() })).max(3) }),
      either: z.union([z.literal('a'), z.string().trim().transform(Number)]),
      anything: z.unknown(),
      repeated: z.string().regex(/^[a-z*]+$/),
      bounded: z.array(z.string().max(3)).max(2).nullable().default(null),
      digits: z.string().regex(/^[+\d]\d{2,6}$/),
    });
    expect(unboundedIn(schema, 'body')).toEqual([
      'body.text',
      'body.list[]',
      'body.deep.list[].text',
      'body.either',
      'body.anything (unknown)',
      'body.repeated',
    ]);
  });
});
