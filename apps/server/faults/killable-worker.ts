import { runWorker } from '../src/start/worker-process.ts';
import { killableCheckpoint } from './killable-checkpoint.ts';

runWorker(killableCheckpoint());
