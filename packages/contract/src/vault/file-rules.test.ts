import { describe, expect, it } from 'vitest';
import { fileEndpoints } from './file-endpoints.ts';
import {
  canPreview,
  fileEndingOf,
  fileMaxBytes,
  fileProblem,
  fileTypes,
  storageColor,
  storageWarning,
  toMb,
  withEnding,
} from './file-rules.ts';

describe('storage meter', () => {
  it.each([
    [0, 'green'],
    [70, 'green'],
    [70.1, 'yellow'],
    [90, 'yellow'],
    [90.1, 'red'],
    [150, 'red'],
  ] as const)('at %d percent is %s', (percent, color) => {
    expect(storageColor(percent)).toBe(color);
  });

  it.each([
    [80, 'none'],
    [80.1, 'usual'],
    [95, 'usual'],
    [95.1, 'strong'],
  ] as const)('at %d percent warns: %s', (percent, warning) => {
    expect(storageWarning(percent)).toBe(warning);
  });

  it('counts 1024 × 1024 bytes as a megabyte', () => {
    expect(toMb(1_572_864)).toBe(1.5);
  });
});

describe('file', () => {
  it.each(['a.pdf', 'A.PDF', 'письмо.Docx', 'архив.tar.txt', 'x.jpeg', '.gif'])(
    'accepts the name %s',
    (name) => {
      expect(fileProblem(name, 1)).toBeUndefined();
    },
  );

  it.each(['a.exe', 'a.pdf.exe', 'pdf', 'a.', 'a.svg', 'a.html', 'a.constructor', 'a.mp4'])(
    'refuses the name %s',
    (name) => {
      expect(fileEndingOf(name)).toBeUndefined();
      expect(fileProblem(name, 1)).toBe('file_type_unsupported');
    },
  );

  it('has at most ten megabytes', () => {
    expect(fileMaxBytes).toBe(10 * 1024 * 1024);
    expect(fileProblem('a.pdf', fileMaxBytes)).toBeUndefined();
    expect(fileProblem('a.pdf', fileMaxBytes + 1)).toBe('file_too_large');
    expect(fileProblem('a.pdf', 0)).toBe('file_empty');
  });

  it('has a preview if it is a picture or a PDF', () => {
    const shown = Object.values(fileTypes).filter(canPreview);
    expect([...new Set(shown)]).toEqual([
      'application/pdf',
      'image/jpeg',
      'image/png',
      'image/gif',
    ]);
    expect(canPreview('text/plain')).toBe(false);
    expect(canPreview('image/svg+xml')).toBe(false);
    expect(canPreview('')).toBe(false);
  });

  it('gets its type from the extension', () => {
    expect(fileTypes).toEqual({
      pdf: 'application/pdf',
      doc: 'application/msword',
      docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      txt: 'text/plain',
      jpg: 'image/jpeg',
      jpeg: 'image/jpeg',
      png: 'image/png',
      gif: 'image/gif',
    });
  });

  it('replaces only a wrong extension', () => {
    expect(withEnding('фото.2024.png', 'jpg')).toBe('фото.2024.jpg');
    expect(withEnding('фото', 'jpg')).toBe('фото');
  });
});

describe('file name in the header', () => {
  const parse = (value: string) =>
    fileEndpoints.attachFile.headers?.safeParse({ 'x-file-name': value });

  it.each([
    'Завещание.pdf',
    '🏡 дача.jpg',
    `${'я'.repeat(251)}.pdf`,
    'o\'neil "x";.pdf',
    '100%.txt',
  ])('is decoded: %s', (name) => {
    expect(parse(encodeURIComponent(name))?.data).toEqual({ 'x-file-name': name });
  });

  it('is the same for both forms of a letter', () => {
    expect(parse(encodeURIComponent('и\u0306.pdf'))?.data).toEqual({ 'x-file-name': 'й.pdf' });
  });

  it.each([
    '%',
    '%ff',
    '',
    '%20',
    'a%2Fb.pdf',
    'a%5Cb.pdf',
    'a%0Ab.pdf',
    '..',
    'a%E2%80%AEfdp.exe',
    'a'.repeat(256),
  ])('is refused: %s', (value) => {
    expect(parse(value)?.success).toBe(false);
  });
});
