import { isMainThread } from 'node:worker_threads';

/**
 * Ends this process when its parent has ended: a killed `npm start` forwards no signal, and must not
 * leave a server behind that keeps the port and the data.
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
