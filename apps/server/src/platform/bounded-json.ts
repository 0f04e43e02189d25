export interface JsonBounds {
  /** Levels of nesting. */
  depth: number;
  /** Total number of array items and fields. */
  values: number;
}

export class JsonOutOfBounds extends Error {
  readonly code = 'json_out_of_bounds';
  readonly readCharacters: number;

  constructor(bound: keyof JsonBounds, readCharacters: number) {
    super(`The JSON exceeds the bound on its ${bound}.`);
    this.readCharacters = readCharacters;
  }
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openingBrackets = new Set([0x5b, 0x7b]);
const closingBrackets = new Set([0x5d, 0x7d]);

/**
 * Parses untrusted JSON. A first pass checks the bounds, so that kilobytes of `[` or `{}` do not
 * become megabytes of objects or schema issues.
 */
export function parseBoundedJson(
  text: string,
  bounds: JsonBounds,
  reviver?: (key: string, value: unknown) => unknown,
): unknown {
  assertWithinBounds(text, bounds);
  return JSON.parse(text, reviver);
}

function assertWithinBounds(text: string, bounds: JsonBounds): void {
  let depth = 0;
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character === quote) {
      at = endOfString(text, at);
    } else if (character === comma) {
      values += 1;
    } else if (openingBrackets.has(character)) {
      depth += 1;
      values += 1;
      if (depth > bounds.depth) throw new JsonOutOfBounds('depth', at + 1);
    } else if (closingBrackets.has(character)) {
      depth -= 1;
    }
    if (values > bounds.values) throw new JsonOutOfBounds('values', at + 1);
  }
}

/**
 * Returns the index of the closing quote. Without one, returns the length of the text, which the
 * parser then refuses.
 */
function endOfString(text: string, opening: number): number {
  let at = opening;
  for (;;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let escapes = 0;
    while (text.charCodeAt(at - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return at;
  }
}

/** Reads the JSON response of another service within bounds. */
export async function readBoundedJson(
  response: Response,
  { bytes, ...bounds }: JsonBounds & { bytes: number },
): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let received = 0;
  // Leaving the loop cancels the response.
  for await (const part of response.body ?? []) {
    received += part.length;
    if (received > bytes) throw new Error('The response is too long.');
    parts.push(part);
  }
  return parseBoundedJson(Buffer.concat(parts).toString(), bounds);
}
