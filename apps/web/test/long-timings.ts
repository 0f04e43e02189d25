import { screenTimings } from '@zavet/contract/timings';

const minute = 60_000;

/** The timings of the product. */
export const usualTimings = { ...screenTimings };

/**
 * Longer timings, because on a busy machine a click may return after a toast has closed or a
 * request has timed out. Import this module before the application, which reads some timings on
 * load.
 */
export const longTimings = {
  toastSuccess: 5 * minute,
  toastError: 5 * minute,
  toastDefault: 5 * minute,
  operationTimeout: 10 * minute,
};

Object.assign(screenTimings, longTimings);
