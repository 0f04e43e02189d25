import { TextDecoder } from 'node:util';
import { type FileEnding, type FileMimeType, fileTypes } from '@zavet/contract/vault/file-rules';
import { inspectCompoundWord, inspectPackedWord, type StreamInspection } from './inspect-word.ts';

/** Inspects a file as its bytes pass and decides whether it has the type that its name claims. */
export interface Inspection {
  update(chunk: Buffer): Promise<void>;
  /** Already known to have another type: the rest need not be inspected. */
  isMismatch(): boolean;
  matches(): Promise<boolean>;
}

interface FileInspection extends Inspection {
  /** The ending of the name, or of the picture type found; final after the last chunk. */
  trueEnding(): FileEnding;
}

const pictures = [
  { ending: 'jpg', signature: Buffer.from('ffd8ff', 'hex') },
  { ending: 'png', signature: Buffer.from('89504e470d0a1a0a', 'hex') },
  { ending: 'gif', signature: Buffer.from('GIF87a', 'latin1') },
  { ending: 'gif', signature: Buffer.from('GIF89a', 'latin1') },
] as const satisfies readonly { ending: FileEnding; signature: Buffer }[];

const maxSignatureBytes = 8;

/**
 * Cameras and messengers give pictures the ending of another type. A picture is therefore inspected
 * by its own type, regardless of its name; any other file must match its name.
 */
export function inspectFile(named: FileEnding): FileInspection {
  let head = Buffer.alloc(0);
  let ending = named;
  let inspection: Inspection | undefined;
  const start = async () => {
    ending = trueEndingOf(named, head);
    inspection = inspectContent(ending);
    await inspection.update(head);
    return inspection;
  };
  return {
    update: async (chunk) => {
      if (inspection) return inspection.update(chunk);
      head = Buffer.concat([head, chunk]);
      if (head.length >= maxSignatureBytes) await start();
    },
    isMismatch: () => inspection?.isMismatch() ?? false,
    matches: async () => (inspection ?? (await start())).matches(),
    trueEnding: () => ending,
  };
}

function trueEndingOf(named: FileEnding, head: Buffer): FileEnding {
  const picture = pictures.find(({ signature }) =>
    head.subarray(0, signature.length).equals(signature),
  );
  if (!picture) return named;
  const isNameRight = picture.ending === named || (picture.ending === 'jpg' && named === 'jpeg');
  return isNameRight ? named : picture.ending;
}

/** Signatures are within the first bytes. */
const headBytes = 4100;

/** Exported for tests: inspects by exactly this type. */
export function inspectContent(ending: FileEnding): Inspection {
  const head = collectFirstBytes(headBytes);
  const rest = restInspections[fileTypes[ending]]?.() ?? acceptAnyContent;
  let headVerdict: Promise<boolean> | undefined;
  const judgeHead = () => {
    headVerdict ??= headMatches(fileTypes[ending], head.bytes());
    return headVerdict;
  };
  let isMismatch = false;
  return {
    update: async (chunk) => {
      head.update(chunk);
      rest.update(chunk);
      if (head.isFull()) isMismatch ||= !(await judgeHead());
    },
    isMismatch: () => isMismatch,
    matches: async () => (await judgeHead()) && rest.matches(),
  };
}

const acceptAnyContent: StreamInspection = { update: () => {}, matches: () => true };

const restInspections: Partial<Record<FileMimeType, () => StreamInspection>> = {
  'application/msword': inspectCompoundWord,
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': inspectPackedWord,
  'text/plain': inspectPlainText,
};

const pdfSignature = Buffer.from('%PDF-');

async function headMatches(type: FileMimeType, head: Buffer): Promise<boolean> {
  // The module is loaded on first use, not at startup.
  const { fileTypeFromBuffer } = await import('file-type');
  const detected = (await fileTypeFromBuffer(head).catch(() => undefined))?.mime;
  switch (type) {
    case 'text/plain':
      // Text has no signature; only the whole content shows that it is text.
      return !head.subarray(0, 5).equals(pdfSignature);
    case 'application/msword':
      return detected === 'application/x-cfb';
    case 'application/vnd.openxmlformats-officedocument.wordprocessingml.document':
      return head.subarray(0, 4).equals(Buffer.from('PK\x03\x04', 'latin1'));
    case 'application/pdf':
      // Readers also accept a later signature, but such a file could pass for two types.
      return head.subarray(0, pdfSignature.length).equals(pdfSignature);
    case 'image/png':
      return detected === 'image/png' || detected === 'image/apng';
    case 'image/jpeg':
    case 'image/gif':
      return detected === type;
  }
}

/** Text has no control characters except tabs and line breaks. UTF-16 needs a byte order mark. */
function inspectPlainText(): StreamInspection {
  const byteOrderMark = collectFirstBytes(2);
  let utf16Decoder: TextDecoder | undefined;
  let before = Buffer.alloc(0);
  let isText = true;
  const judge = (chunk: Buffer, isLast: boolean) => {
    if (!utf16Decoder) return !hasControlByte(chunk);
    try {
      const characters = Array.from(utf16Decoder.decode(chunk, { stream: !isLast }));
      return !characters.some((character) => isControl(character.codePointAt(0) ?? 0));
    } catch {
      return false;
    }
  };
  return {
    update: (chunk) => {
      const isKnown = byteOrderMark.isFull();
      byteOrderMark.update(chunk);
      if (!byteOrderMark.isFull()) {
        before = Buffer.concat([before, chunk]);
        return;
      }
      if (!isKnown) utf16Decoder = utf16DecoderFor(byteOrderMark.bytes());
      isText &&= judge(isKnown ? chunk : Buffer.concat([before, chunk]), false);
    },
    matches: () => isText && judge(byteOrderMark.isFull() ? Buffer.alloc(0) : before, true),
  };
}

function utf16DecoderFor(byteOrderMark: Buffer): TextDecoder | undefined {
  const hex = byteOrderMark.toString('hex');
  if (hex === 'fffe') return new TextDecoder('utf-16le', { fatal: true });
  return hex === 'feff' ? new TextDecoder('utf-16be', { fatal: true }) : undefined;
}

const controlBytes = Uint8Array.from({ length: 256 }, (_, byte) => Number(isControl(byte)));

/** Uses a lookup table, because a call per byte would take longer than sealing the file. */
function hasControlByte(bytes: Buffer): boolean {
  for (let at = 0; at < bytes.length; at++) {
    if (controlBytes[bytes[at] as number] === 1) return true;
  }
  return false;
}

function isControl(code: number): boolean {
  // Allowed are 9 to 13 (tab, line breaks, form feed), 26 (old end-of-file mark) and 27 (escape).
  return code < 9 || (code > 13 && code < 32 && code !== 26 && code !== 27);
}

function collectFirstBytes(limit: number) {
  let kept = Buffer.alloc(0);
  return {
    update: (chunk: Buffer) => {
      if (kept.length < limit) {
        kept = Buffer.concat([kept, chunk.subarray(0, limit - kept.length)]);
      }
    },
    isFull: () => kept.length >= limit,
    bytes: () => kept,
  };
}
