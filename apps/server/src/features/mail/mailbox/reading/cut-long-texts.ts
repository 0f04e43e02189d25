export interface CutMail {
  source: Buffer;
  /** Text inserted at each cut; undefined if nothing was cut. */
  mark: string | undefined;
}

/** More than any displayed text needs. */
const maxLinesPerPart = 50_000;
const maxLinesPerMail = 150_000;
const lineFeed = 10;
const carriageReturn = 13;
const maxHeaderLineLength = 2_000;

/**
 * Cuts long parts, because the parser needs gigabytes for hundreds of thousands of lines. Keeps
 * base64, whose lines are cheap.
 */
export function cutLongTexts(source: Buffer, mark: string): CutMail {
  const kept: Buffer[] = [];
  const boundaries = new Set<string>();
  let isHeader = true;
  let isBase64 = false;
  let linesInPart = 0;
  let linesInMail = 0;
  let cutFrom = -1;
  let keptFrom = 0;
  for (let start = 0; start < source.length; ) {
    const found = source.indexOf(lineFeed, start);
    const next = found < 0 ? source.length : found + 1;
    const boundary = boundaryIn(source, start, next, boundaries);
    if (boundary !== undefined || isHeader) {
      const line = source.toString('latin1', start, Math.min(next, start + maxHeaderLineLength));
      if (boundary !== undefined) {
        if (line.startsWith(`--${boundary}--`)) boundaries.delete(boundary);
        isHeader = !line.startsWith(`--${boundary}--`);
        isBase64 = false;
        linesInPart = 0;
        if (cutFrom >= 0) keptFrom = start;
        cutFrom = -1;
      } else if (isEmptyLine(source, start, next)) isHeader = false;
      else {
        const named = /boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(line);
        if (named) boundaries.add(named[1] ?? named[2] ?? '');
        if (/^content-transfer-encoding\s*:\s*base64/i.test(line)) isBase64 = true;
      }
    } else if (!isBase64 || next - start < 40) {
      linesInPart += 1;
      linesInMail += 1;
      if (cutFrom < 0 && (linesInPart > maxLinesPerPart || linesInMail > maxLinesPerMail)) {
        cutFrom = start;
        kept.push(source.subarray(keptFrom, start), Buffer.from(`${mark}\r\n`));
      }
    }
    start = next;
  }
  if (kept.length === 0) return { source, mark: undefined };
  if (cutFrom < 0) kept.push(source.subarray(keptFrom));
  return { source: Buffer.concat(kept), mark };
}

/** The declared boundary on this line, if any. */
function boundaryIn(
  source: Buffer,
  start: number,
  end: number,
  boundaries: ReadonlySet<string>,
): string | undefined {
  if (boundaries.size === 0 || source[start] !== 45 || source[start + 1] !== 45) return undefined;
  const line = source.toString('latin1', start + 2, Math.min(end, start + 300)).trimEnd();
  if (boundaries.has(line)) return line;
  const ending = line.endsWith('--') ? line.slice(0, -2) : undefined;
  return ending !== undefined && boundaries.has(ending) ? ending : undefined;
}

function isEmptyLine(source: Buffer, start: number, end: number): boolean {
  return end - start === 1 || (end - start === 2 && source[start] === carriageReturn);
}
