import { runProgram } from './program.ts';

runProgram('worker');
