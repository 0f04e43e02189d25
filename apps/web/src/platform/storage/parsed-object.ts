/** What a storage holds as JSON, field by field unknown; nothing where it is no object. */
export function parsedObject(text: string | undefined): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? 'null'));
  } catch {
    return {};
  }
}

export function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
