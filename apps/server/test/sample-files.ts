import { buffer } from 'node:stream/consumers';
import { deflateSync } from 'node:zlib';
import { ZipFile } from 'yazl';

/** Minimal valid files of each type. */
export const samples = {
  pdf: Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
  png: pngOf(1),
  gif: Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  jpg: Buffer.concat([
    Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
    Buffer.from('ffd9', 'hex'),
  ]),
  txt: Buffer.from('Оригинал у нотариуса, копия в столе.\n'),
  doc: compoundFile('WordDocument'),
  xls: compoundFile('Workbook'),
};

/** A PNG of one row of pixels; each width gives a different file. */
export function pngOf(width: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, body, Buffer.alloc(4)]);
  };
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(1, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.alloc(width + 1))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A ZIP with these entries. */
export function zipWith(ctx: Record<string, Buffer | string>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [name, content] of Object.entries(ctx)) {
    zip.addBuffer(Buffer.from(content as string), name);
  }
  zip.end();
  return buffer(zip.outputStream);
}

export function docx(extra: Record<string, Buffer | string> = {}): Promise<Buffer> {
  return zipWith({
    '[Content_Types].xml': '<Types/>',
    'word/document.xml': '<w:document/>',
    ...extra,
  });
}

/** Text of exactly this many bytes, different for every seed. */
export function textOf(bytes: number, seed = ''): Buffer {
  return Buffer.alloc(bytes, `${seed} слово `);
}

function compoundFile(partName: string): Buffer {
  const file = Buffer.alloc(2048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  Buffer.from(partName, 'utf16le').copy(file, 1024);
  return file;
}
