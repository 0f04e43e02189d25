import type { Endpoint } from '@zavet/contract/endpoint';
import { z } from 'zod';

/** Where an endpoint takes ids: `params.id`, `body.metadata.trusted_contact_id`. */
export function idsInInput({ params, query, body }: Endpoint): string[] {
  return Object.entries({ params, query, body }).flatMap(([part, shape]) =>
    shape instanceof z.ZodType
      ? idsIn(z.toJSONSchema(shape, { unrepresentable: 'any' }), part)
      : [],
  );
}

/** Words of JSON Schema that stand between a field and its kind. */
const inBetween = new Set(['properties', 'items', 'anyOf', 'allOf', 'oneOf']);

function idsIn(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if ('format' in schema && schema.format === 'uuid') return [path];
  return Object.entries(schema).flatMap(([key, inner]) => {
    const isField = !inBetween.has(key) && !/^\d+$/.test(key);
    return idsIn(inner, isField ? `${path}.${key}` : path);
  });
}
