import type { Locator } from '@playwright/test';

/** One page with a word on it, and a script that asks to be run when the document is opened. */
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
  const offsets = objects.map((object, place) => {
    const offset = file.length;
    file += `${place + 1} 0 obj${object}endobj\n`;
    return offset;
  });
  const start = file.length;
  const lines = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${lines.join('')}`;
  file += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file);
}

/** True once something dark is drawn. */
export async function hasInk(canvas: Locator): Promise<boolean> {
  if ((await canvas.count()) === 0) return false;
  return canvas.evaluate((drawn: HTMLCanvasElement) => {
    const { data = [] } =
      drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height) ?? {};
    return Array.from(data).some((value, place) => place % 4 === 0 && value < 100);
  });
}
