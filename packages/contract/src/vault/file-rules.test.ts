import { describe, expect, it } from 'vitest';
import { storageColor, storageWarning, toMb } from './file-rules.ts';

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
