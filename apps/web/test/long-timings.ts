import { screenTimings } from '@zavet/contract/timings';

const minute = 60_000;

/**
 * On a busy machine a press may return later than a toast goes or a request times out. Imported
 * before the application, which reads these figures when it is loaded.
 */
Object.assign(screenTimings, {
  toastSuccess: 5 * minute,
  toastError: 5 * minute,
  toastDefault: 5 * minute,
  operationTimeout: 10 * minute,
});
