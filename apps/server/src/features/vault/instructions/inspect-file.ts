import { TextDecoder } from 'node:util';
import { type FileEnding, type FileMimeType, fileTypes } from '@zavet/contract/vault/file-rules';
import { readZipEntries } from './zip-entries.ts';

const pictures = [
  { ending: 'jpg', mark: Buffer.from('ffd8ff', 'hex') },
  { ending: 'png', mark: Buffer.from('89504e470d0a1a0a', 'hex') },
  { ending: 'gif', mark: Buffer.from('GIF87a', 'latin1') },
  { ending: 'gif', mark: Buffer.from('GIF89a', 'latin1') },
] as const satisfies readonly { ending: FileEnding; mark: Buffer }[];

const markBytes = 8;

/** Looks at a file while it passes and says in the end whether it is what its name claims. */
export interface Inspection {
  see(chunk: Buffer): Promise<void>;
  /** Already known to be something else: the rest need not be looked at. */
  isHopeless(): boolean;
  matches(): Promise<boolean>;
}

/** Signatures lie within this many first bytes. */
const headBytes = 4100;

const pdfMark = Buffer.from('%PDF-');

export function inspectContent(ending: FileEnding): Inspection {
  const head = firstBytes(headBytes);
  const rest = inspectionsOfRest[fileTypes[ending]]?.() ?? anything;
  let verdictOnHead: Promise<boolean> | undefined;
  const judgeHead = () => {
    verdictOnHead ??= headFits(fileTypes[ending], head.bytes());
    return verdictOnHead;
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

interface Part {
  see(chunk: Buffer): void;
  matches(): boolean;
}

const controlBytes = Uint8Array.from({ length: 256 }, (_, byte) => Number(isControl(byte)));

const anything: Part = { see: () => {}, matches: () => true };

const inspectionsOfRest: Partial<Record<FileMimeType, () => Part>> = {
  'application/msword': wordDocument,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': packedWordDocument,
  'text/plain': plainText,
};

async function headFits(type: FileMimeType, head: Buffer): Promise<boolean> {
  // Loaded with the first file, not at start.
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  switch (type) {
    case 'text/plain':
      // Text may begin like anything; that it is text is seen in all of it.
      return !head.subarray(0, 5).equals(pdfMark);
    case 'application/msword':
      return detected === 'application/x-cfb';
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
    case 'application/pdf':
      // Readers also accept it a little later, and so a page of another kind could pass for both.
      return head.subarray(0, pdfMark.length).equals(pdfMark);
    case 'image/png':
      return detected === 'image/png' || detected === 'image/apng';
    case 'image/jpeg':
    case 'image/gif':
      return detected === type;
  }
}

/** Text in any encoding has no control characters but tab and line breaks; UTF-16 says so first. */
function plainText(): Part {
  const mark = firstBytes(2);
  let wide: TextDecoder | undefined;
  let before = Buffer.alloc(0);
  let isText = true;
  const judge = (chunk: Buffer, isLast: boolean) => {
    if (!wide) return !hasControl(chunk);
    try {
      return !Array.from(wide.decode(chunk, { stream: !isLast })).some(isControlSign);
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

/** A plain loop over a table: with a call per byte, ten megabytes would take longer than their sealing. */
function hasControl(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (controlBytes[bytes[at] as number] === 1) return true;
  }
  return false;
}

function isControl(code: number): boolean {
  // Between 8 and 14: tab, line breaks, form feed. 26 and 27: an old end mark and escape.
  return code < 9 || (code > 13 && code < 32 && code !== 26 && code !== 27);
}

function isControlSign(sign: string): boolean {
  return isControl(sign.codePointAt(0) ?? 0);
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

/** An inspection that also knows what a picture really is. */
interface TrueTypeInspection extends Inspection {
  /** The ending by the name, or that of the picture it is; known when all was seen. */
  trueEnding(): FileEnding;
}

/**
 * Cameras and messengers give pictures the ending of another type. A picture is inspected as the
 * picture it is, whatever its name says; everything else must be what its name says.
 */
export function inspectTrueType(named: FileEnding): TrueTypeInspection {
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
