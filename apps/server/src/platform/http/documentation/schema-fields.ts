import type { JsonSchema } from './openapi-document.ts';

export interface SchemaField {
  /** Dotted; `[]` marks the items of a list. */
  path: string;
  type: string;
  isRequired: boolean;
  /** Bounds and allowed values, as far as they are short enough to read. */
  rule: string;
}

/** The fields of an object schema, nested ones below their parent. */
export function schemaFields(schema: JsonSchema, prefix = ''): SchemaField[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, property]) => {
    const field = withoutNull(property as JsonSchema);
    const path = `${prefix}${name}`;
    return [
      {
        path,
        type: typeOf(property as JsonSchema),
        isRequired: schema.required?.includes(name) ?? false,
        rule: ruleOf(field),
      },
      ...nestedFields(field, path),
    ];
  });
}

function nestedFields(field: JsonSchema, path: string): SchemaField[] {
  if (field.type !== 'array') return schemaFields(field, `${path}.`);
  return isSchema(field.items) ? schemaFields(withoutNull(field.items), `${path}[].`) : [];
}

function typeOf(property: JsonSchema): string {
  const field = withoutNull(property);
  const items = isSchema(field.items) ? ` of ${typeOf(field.items)}` : '';
  const orNull = field === property ? '' : ' or null';
  return `${field.format ?? field.type ?? 'any'}${items}${orNull}`;
}

function ruleOf(field: JsonSchema): string {
  const rules = [
    field.enum && `one of ${field.enum.join(', ')}`,
    field.const !== undefined && `always ${JSON.stringify(field.const)}`,
    lengthRule(field),
  ];
  return rules.filter(Boolean).join('; ');
}

function lengthRule({ minLength = 0, maxLength }: JsonSchema): string {
  if (maxLength !== undefined) return `${minLength} to ${maxLength} characters`;
  return minLength > 0 ? `${minLength} characters or more` : '';
}

/** Zod writes «or null» as a choice of two. */
function withoutNull(schema: JsonSchema): JsonSchema {
  const choices = schema.anyOf?.filter((choice) => choice.type !== 'null') ?? [];
  return choices.length === 1 && choices[0] ? choices[0] : schema;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
