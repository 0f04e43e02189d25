import { TextDecoder } from 'node:util';
import { type FileEnding, type FileMimeType, fileTypes } from '@zavet/contract/vault/file-rules';
import { inspectCompoundWord, inspectPackedWord, type StreamInspection } from './inspect-word.ts';

/** Inspects a file as its bytes pass and decides whether it has the type that its name claims. */
export interface Inspection {
  see(chunk: Buffer): Promise<void>;
  /** Already known to have another type: the rest need not be inspected. */
  isHopeless(): boolean;
  matches(): Promise<boolean>;
}

interface FileInspection extends Inspection {
  /** The ending of the name, or of the picture type found; final after the last chunk. */
  trueEnding(): FileEnding;
}

const pictures = [
  { ending: 'jpg', mark: Buffer.from('ffd8ff', 'hex') },
  { ending: 'png', mark: Buffer.from('89504e470d0a1a0a', 'hex') },
  { ending: 'gif', mark: Buffer.from('GIF87a', 'latin1') },
  { ending: 'gif', mark: Buffer.from('GIF89a', 'latin1') },
] as const satisfies readonly { ending: FileEnding; mark: Buffer }[];

const markBytes = 8;

/**
 * Cameras and messengers give pictures the ending of another type. A picture is therefore inspected
 * by its own type, regardless of its name; any other file must match its name.
 */
export function inspectFile(named: FileEnding): FileInspection {
  let head = Buffer.alloc(0);
  let ending = named;
  let inspection: Inspection | undefined;
  const begin = async () => {
    ending = trueEndingOf(named, head);
    inspection = inspectContent(ending);
    await inspection.see(head);
    return inspection;
  };
  return {
    see: async (chunk) => {
      if (inspection) return inspection.see(chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length >= markBytes) await begin();
    },
    isHopeless: () => inspection?.isHopeless() ?? false,
    matches: async () => (inspection ?? (await begin())).matches(),
    trueEnding: () => ending,
  };
}

function trueEndingOf(named: FileEnding, head: Buffer): FileEnding {
  const picture = pictures.find(({ mark }) => head.subarray(0, mark.length).equals(mark));
  if (!picture) return named;
  const isNamedSo = picture.ending === named || (picture.ending === 'jpg' && named === 'jpeg');
  return isNamedSo ? named : picture.ending;
}

/** Signatures are within the first bytes. */
const headBytes = 4100;

/** Exported for tests: inspects by exactly this type. */
export function inspectContent(ending: FileEnding): Inspection {
  const head = firstBytes(headBytes);
  const rest = restInspections[fileTypes[ending]]?.() ?? anyContent;
  let headVerdict: Promise<boolean> | undefined;
  const judgeHead = () => {
    headVerdict ??= headMatches(fileTypes[ending], head.bytes());
    return headVerdict;
  };
  let isHopeless = false;
  return {
    see: async (chunk) => {
      head.see(chunk);
      rest.see(chunk);
      if (head.isFull()) isHopeless ||= !(await judgeHead());
    },
    isHopeless: () => isHopeless,
    matches: async () => (await judgeHead()) && rest.matches(),
  };
}

const anyContent: StreamInspection = { see: () => {}, matches: () => true };

const restInspections: Partial<Record<FileMimeType, () => StreamInspection>> = {
  'application/msword': inspectCompoundWord,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': inspectPackedWord,
  'text/plain': inspectPlainText,
};

const pdfMark = Buffer.from('%PDF-');

async function headMatches(type: FileMimeType, head: Buffer): Promise<boolean> {
  // Loaded with the first file, not at start.
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  switch (type) {
    case 'text/plain':
      // Text has no signature; only the whole content shows that it is text.
      return !head.subarray(0, 5).equals(pdfMark);
    case 'application/msword':
      return detected === 'application/x-cfb';
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
    case 'application/pdf':
      // Readers accept the mark a little later, too: then a file could pass for two types.
      return head.subarray(0, pdfMark.length).equals(pdfMark);
    case 'image/png':
      return detected === 'image/png' || detected === 'image/apng';
    case 'image/jpeg':
    case 'image/gif':
      return detected === type;
  }
}

/** Text in any encoding has no control characters but tab and line breaks; UTF-16 needs its mark. */
function inspectPlainText(): StreamInspection {
  const mark = firstBytes(2);
  let wide: TextDecoder | undefined;
  let before = Buffer.alloc(0);
  let isText = true;
  const judge = (chunk: Buffer, isLast: boolean) => {
    if (!wide) return !hasControlByte(chunk);
    try {
      const characters = Array.from(wide.decode(chunk, { stream: !isLast }));
      return !characters.some((character) => isControl(character.codePointAt(0) ?? 0));
    } catch {
      return false;
    }
  };
  return {
    see: (chunk) => {
      const isKnown = mark.isFull();
      mark.see(chunk);
      if (!mark.isFull()) {
        before = Buffer.concat([before, chunk]);
        return;
      }
      if (!isKnown) wide = wideDecoderFor(mark.bytes());
      isText &&= judge(isKnown ? chunk : Buffer.concat([before, chunk]), false);
    },
    matches: () => isText && judge(mark.isFull() ? Buffer.alloc(0) : before, true),
  };
}

function wideDecoderFor(mark: Buffer): TextDecoder | undefined {
  const hex = mark.toString('hex');
  if (hex === 'fffe') return new TextDecoder('utf-16le', { fatal: true });
  return hex === 'feff' ? new TextDecoder('utf-16be', { fatal: true }) : undefined;
}

const controlBytes = Uint8Array.from({ length: 256 }, (_, byte) => Number(isControl(byte)));

/** A loop over a table: a call per byte would take longer than sealing the file. */
function hasControlByte(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (controlBytes[bytes[at] as number] === 1) return true;
  }
  return false;
}

function isControl(code: number): boolean {
  // Between 8 and 14: tab, line breaks, form feed. 26 and 27: an old end mark and escape.
  return code < 9 || (code > 13 && code < 32 && code !== 26 && code !== 27);
}

function firstBytes(limit: number) {
  let kept = Buffer.alloc(0);
  return {
    see: (chunk: Buffer) => {
      if (kept.length < limit) {
        kept = Buffer.concat([kept, chunk.subarray(0, limit - kept.length)]);
      }
    },
    isFull: () => kept.length >= limit,
    bytes: () => kept,
  };
}
