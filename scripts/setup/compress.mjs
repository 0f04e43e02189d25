import { readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip, constants as zlib } from 'node:zlib';
import { filesIn } from './fingerprint.mjs';

const compressible = new Set(['.js', '.css', '.svg', '.json', '.txt', '.webmanifest', '.map']);
/** Below this an answer fits one packet anyway. */
const minimumBytes = 1024;

const encodings = {
  '.br': (bytes) =>
    promisify(brotliCompress)(bytes, {
      params: {
        [zlib.BROTLI_PARAM_QUALITY]: zlib.BROTLI_MAX_QUALITY,
        [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  '.gz': (bytes) => promisify(gzip)(bytes, { level: zlib.Z_BEST_COMPRESSION }),
};

/**
 * Writes `.br` and `.gz` beside every file that gets smaller by it. HTML is left out: each answer
 * carries its own nonce, so that its bytes are never the file's.
 */
export async function compressFolder(folder) {
  const files = (await filesIn(folder)).filter((file) => compressible.has(extname(file)));
  await Promise.all(files.map(compressFile));
}

async function compressFile(file) {
  const bytes = await readFile(file);
  if (bytes.length < minimumBytes) return;
  for (const [suffix, encode] of Object.entries(encodings)) {
    const encoded = await encode(bytes);
    if (encoded.length < bytes.length) await writeFile(`${file}${suffix}`, encoded);
  }
}
