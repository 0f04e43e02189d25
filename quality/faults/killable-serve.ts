import { runServer } from '../../apps/server/src/program.ts';
import { killableCheckpoint } from './killable-checkpoint.ts';

runServer(killableCheckpoint());
