import { isMainThread } from 'node:worker_threads';

/**
 * Ends this process when its parent has ended: a killed `npm start` forwards no signal, and an
 * orphaned server would keep the port and the data locked.
 */
const parent = process.ppid;

if (isMainThread) {
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 250);
  watch.unref();
}
