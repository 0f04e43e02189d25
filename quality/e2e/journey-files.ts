import { basename } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { expect, type Locator, type Page } from '@playwright/test';
import { words } from './in-locale.ts';

export const picture = {
  name: 'дача 🏡.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

type Files = Parameters<Locator['setInputFiles']>[0];

export async function chooseFiles(page: Page, files: Files): Promise<void> {
  const all = [files].flat();
  words.addContent(...all.map((file) => (typeof file === 'string' ? basename(file) : file.name)));
  await page.locator('input[type="file"]').setInputFiles(files);
}

/** Saves once the list of chosen files is shown, because it moves the button. */
export async function saveWithFiles(page: Page): Promise<void> {
  await expect(page.getByText(/^Выбран/)).toBeVisible();
  await page.getByRole('button', { name: 'Сохранить' }).click();
}

/** A PDF of one page with a word, and with a script that would run when it is opened. */
export function scriptedPdf(): Buffer {
  const content = 'BT /F1 48 Tf 40 100 Td (Recipes) Tj ET';
  const objects = [
    '<</Type/Catalog/Pages 2 0 R/OpenAction 6 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${content.length}>>stream\n${content}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    '<</S/JavaScript/JS(app.alert\\("run"\\); alert\\("run"\\))>>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const start = file.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`;
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file);
}

export async function hasDarkPixels(canvas: Locator): Promise<boolean> {
  if ((await canvas.count()) === 0) return false;
  return canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { data = [] } =
      drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {};
    return Array.from(data).some((value, index) => index % 4 === 0 && value < 100);
  });
}

/** The files of a ZIP by name, read from its central directory. */
export function zipEntries(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const entries = new Map<string, Buffer>();
  let offset = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((index) =>
      zip.readUInt16LE(offset + index),
    ) as [number, number, number];
    const name = zip.toString('utf8', offset + 46, offset + 46 + nameLength);
    const isPacked = zip.readUInt16LE(offset + 10) === 8;
    const header = zip.readUInt32LE(offset + 42);
    const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
    const bytes = zip.subarray(start, start + zip.readUInt32LE(offset + 20));
    entries.set(name, isPacked ? inflateRawSync(bytes) : bytes);
    offset += 46 + nameLength + extraLength + commentLength;
  }
  return entries;
}
