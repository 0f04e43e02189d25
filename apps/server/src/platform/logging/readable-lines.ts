import type { DestinationStream } from 'pino';

/** Turns structured lines into short ones for a person at a terminal, who knows what is on all of them. */
export function readableLines(
  destination: DestinationStream,
  leftOut: readonly string[] = [],
): DestinationStream {
  return { write: (line) => destination.write(readable(line, leftOut)) };
}

function readable(line: string, leftOut: readonly string[]): string {
  const { time, level, msg, err, ...facts } = JSON.parse(line) as Record<string, unknown>;
  const pairs = Object.entries(facts)
    .filter(([name]) => !leftOut.includes(name))
    .map(([name, value]) => `${name}=${asText(value)}`);
  const head = [String(time).slice(11, 19), String(level).toUpperCase().padEnd(5), msg, ...pairs];
  return `${head.join(' ')}\n${err ? `${JSON.stringify(err, null, 2)}\n` : ''}`;
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
