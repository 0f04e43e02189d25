import { runProgram } from '../../apps/server/src/program.ts';
import { killableCheckpoint } from './killable-checkpoint.ts';

runProgram('server', killableCheckpoint());
