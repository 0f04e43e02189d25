import { describe, expect, it } from 'vitest';
import { methodLabel, statusClass } from './telemetry.ts';

describe('labels of metrics', () => {
  it('map unknown methods to `other`', () => {
    expect(['GET', 'PATCH', 'BREW', 'get', ''].map(methodLabel)).toEqual([
      'GET',
      'PATCH',
      'other',
      'other',
      'other',
    ]);
  });

  it('group statuses by class', () => {
    expect([100, 204, 304, 404, 599, 0, 600].map(statusClass)).toEqual([
      '1xx',
      '2xx',
      '3xx',
      '4xx',
      '5xx',
      'other',
      'other',
    ]);
  });
});
