import { runProgram } from './program.ts';

runProgram('server');
