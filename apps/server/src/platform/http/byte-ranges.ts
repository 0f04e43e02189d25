/** What of a file is asked for: both ends included. */
export interface AskedRange {
  start: number;
  end: number;
}

interface RangeHeaders {
  range: string | undefined;
  ifRange: string | undefined;
}

/**
 * Which part of a file of `size` bytes a request asks for (RFC 9110, 14). Everything is answered
 * to what is not one plain range, and to a range of a file that is not this one any more.
 */
export function askedRange(
  { range, ifRange }: RangeHeaders,
  size: number,
  etag: string,
): AskedRange | 'everything' | 'unsatisfiable' {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(range ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return 'everything';
  if (ifRange !== undefined && ifRange !== etag) return 'everything';
  if (first === '') return lastBytes(Number(last), size);
  const [start, end] = [Number(first), last === '' ? size - 1 : Number(last)];
  if (last !== '' && end < start) return 'everything';
  return start < size ? { start, end: Math.min(end, size - 1) } : 'unsatisfiable';
}

function lastBytes(count: number, size: number): AskedRange | 'unsatisfiable' {
  if (count === 0 || size === 0) return 'unsatisfiable';
  return { start: Math.max(0, size - count), end: size - 1 };
}
