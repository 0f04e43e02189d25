import { runWorker } from './start/worker-process.ts';

runWorker();
